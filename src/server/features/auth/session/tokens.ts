// The tokens of a session, and random ones for cookies and links.
import { createHmac, hash, type KeyObject, randomBytes, timingSafeEqual } from "node:crypto"
import { type JWTPayload, errors as joseErrors, jwtVerify, SignJWT } from "jose"
import { LRUCache } from "lru-cache"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import type { FactorType } from "../../../../domain/account/policy.ts"
import { ownMetadata, type UserMetadata } from "../../../../domain/account/user-metadata.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { isUuid } from "../../../../domain/paths.ts"
import type { Keys } from "./keys.ts"

/** 256 random bits as 43 characters of base64url. The database keeps their sha-256. */
export const newToken = (): string => randomBytes(32).toString("base64url")

/** Whether it looks like one. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

export const sha256 = (text: string): string => hash("sha256", text)

const AUDIENCE = "authenticated"

/** The assurance level, as the auth protocol names it: aal2 once a second factor was shown. */
type Aal = "aal1" | "aal2"

interface AccessClaims {
  user_id: string
  session_id: string
  email: string
  /** how the session was opened */
  method: "password" | "passkey" | "company" | "recovery"
  /** when the session was opened */
  authenticated_at: Date
  /** when a second factor was shown, or a passkey; null: never, or none is needed */
  factor_verified_at: Date | null
  /** of that factor; null: a passkey, or a code */
  factor_type: FactorType | null
  user_metadata: UserMetadata
}

/** Only a token with a valid signature gets this answer. */
const JWT_EXPIRED = "token has invalid claims: token is expired"

/** Tokens whose signature was checked. */
const CHECKED_MAX = 1_000

interface TokenSubject {
  user_id: string
  session_id: string
  aal: Aal
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)

const isText = (value: unknown): value is string => typeof value === "string"

/** Access tokens: JWT (RFC 7519) signed with ES256, with the claims that Supabase Auth's clients read. */
export function createAccessTokens(keys: Keys, publicOrigin: string) {
  const issuer = `${publicOrigin}/auth/v1`
  // A signature that was right stays right, and checking it again takes as long as a query.
  const checked = new LRUCache<string, { subject: TokenSubject; exp: number }>({ max: CHECKED_MAX })

  function sign(claims: AccessClaims, expiresAt: Date, now: Date): Promise<string> {
    const { authenticated_at, factor_verified_at, factor_type } = claims
    const isByPasskeyAlone = claims.method === "passkey" && factor_verified_at?.getTime() === authenticated_at.getTime()
    const factor =
      factor_verified_at === null || isByPasskeyAlone
        ? []
        : [{ method: factor_type === "webauthn" ? "mfa/webauthn" : "totp", timestamp: seconds(factor_verified_at) }]
    const payload: JWTPayload = {
      email: claims.email,
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: ownMetadata(claims.user_metadata),
      role: AUDIENCE,
      aal: factor_verified_at === null ? "aal1" : "aal2",
      amr: [
        ...factor,
        { method: claims.method === "company" ? "oauth" : claims.method, timestamp: seconds(authenticated_at) },
      ],
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
  }

  /** @throws Refusal bad_jwt */
  async function read(token: string, now: Date): Promise<TokenSubject> {
    const known = checked.get(token)
    if (known !== undefined && known.exp > seconds(now)) return known.subject
    const checks = { algorithms: ["ES256"], issuer, audience: AUDIENCE, currentDate: now }
    try {
      const { payload } = await jwtVerify(token, keys.verifying, checks)
      const { sub, session_id, aal, exp = 0 } = payload
      if (!isText(sub) || !isText(session_id)) throw new Refusal("bad_jwt", { message: PROTOCOL.jwtClaims })
      const subject: TokenSubject = { user_id: sub, session_id, aal: aal === "aal2" ? "aal2" : "aal1" }
      checked.set(token, { subject, exp })
      return subject
    } catch (error) {
      // The token is ours, so the log can name the user.
      if (error instanceof joseErrors.JWTExpired)
        throw new Refusal("bad_jwt", { message: PROTOCOL.jwt(JWT_EXPIRED), userId: error.payload.sub })
      if (error instanceof joseErrors.JOSEError || error instanceof TypeError) throw new Refusal("bad_jwt")
      throw error
    }
  }
  return { sign, read }
}

/** Refresh tokens: `session.counter.HMAC`. Nothing secret is stored; the session's row says which counter is current. */
export function createRefreshTokens(key: KeyObject) {
  const mac = (body: string): string => createHmac("sha256", key).update(body).digest("base64url")

  function issue(sessionId: string, counter: number): string {
    const body = `${sessionId}.${counter}`
    return `${body}.${mac(body)}`
  }

  /** What a genuine token names, or null for any other text. */
  function read(token: string): { session_id: string; counter: number } | null {
    const [session_id = "", counter = "", given = "", ...rest] = token.split(".")
    if (rest.length > 0 || !isUuid(session_id) || !/^(0|[1-9]\d{0,8})$/.test(counter)) return null
    const expected = Buffer.from(mac(`${session_id}.${counter}`))
    const actual = Buffer.from(given)
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
    return { session_id, counter: Number(counter) }
  }
  return { issue, read }
}
