// Access tokens: JWT (RFC 7519) signed with ES256, one hour, with the claims that Supabase Auth's clients read.
import { type JWTPayload, errors as joseErrors, jwtVerify, SignJWT } from "jose"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import { ownMetadata, type UserMetadata } from "../../../../domain/account/user-metadata.ts"
import { Refusal } from "../../../../domain/errors.ts"
import type { Keys } from "./keys.ts"

const AUDIENCE = "authenticated"

/** Assurance level, in the words of the auth protocol: aal2 when a second factor was shown. */
type Aal = "aal1" | "aal2"

interface AccessClaims {
  user_id: string
  session_id: string
  email: string
  /** `password` or `recovery`: how the session was opened, and when */
  method: "password" | "recovery"
  authenticated_at: Date
  /** when a second factor was shown; null: never, or none is needed */
  factor_verified_at: Date | null
  user_metadata: UserMetadata
}

export interface AccessTokens {
  sign(claims: AccessClaims, expiresAt: Date, now: Date): Promise<string>
  /** @throws Refusal bad_jwt */
  read(token: string, now: Date): Promise<{ user_id: string; session_id: string; aal: Aal }>
}

/** Said only of a token whose signature is right. */
const JWT_EXPIRED = "token has invalid claims: token is expired"

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)

const isText = (value: unknown): value is string => typeof value === "string"

export function createAccessTokens(keys: Keys, publicOrigin: string): AccessTokens {
  const issuer = `${publicOrigin}/auth/v1`
  return {
    sign(claims, expiresAt, now) {
      const { factor_verified_at } = claims
      const factor = factor_verified_at === null ? [] : [{ method: "totp", timestamp: seconds(factor_verified_at) }]
      const payload: JWTPayload = {
        email: claims.email,
        phone: "",
        app_metadata: { provider: "email", providers: ["email"] },
        user_metadata: ownMetadata(claims.user_metadata),
        role: AUDIENCE,
        aal: factor_verified_at === null ? "aal1" : "aal2",
        amr: [...factor, { method: claims.method, timestamp: seconds(claims.authenticated_at) }],
        session_id: claims.session_id,
        is_anonymous: false,
      }
      return new SignJWT(payload)
        .setProtectedHeader({ alg: "ES256", kid: keys.jwk.kid, typ: "JWT" })
        .setIssuer(issuer)
        .setSubject(claims.user_id)
        .setAudience(AUDIENCE)
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(expiresAt))
        .sign(keys.signing)
    },

    async read(token, now) {
      try {
        const { payload } = await jwtVerify(token, keys.verifying, {
          algorithms: ["ES256"],
          issuer,
          audience: AUDIENCE,
          currentDate: now,
        })
        const { sub, session_id, aal } = payload
        if (!isText(sub) || !isText(session_id)) throw new Refusal("bad_jwt", { message: PROTOCOL.jwtClaims })
        return { user_id: sub, session_id, aal: aal === "aal2" ? "aal2" : "aal1" }
      } catch (error) {
        // It was ours: whose it was is known.
        if (error instanceof joseErrors.JWTExpired)
          throw new Refusal("bad_jwt", { message: PROTOCOL.jwt(JWT_EXPIRED), userId: error.payload.sub })
        if (error instanceof joseErrors.JOSEError || error instanceof TypeError) throw new Refusal("bad_jwt")
        throw error
      }
    },
  }
}
