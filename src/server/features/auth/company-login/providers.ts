// Talks to OpenID providers with openid-client: where to send a browser, and what a provider says about the person who comes back.
import type { JWTPayload, JWTVerifyGetKey } from "jose"
import type { ClientAuth, Configuration, CustomFetch, IDToken, ServerMetadata } from "openid-client"
import {
  type CompanyIdentity,
  companyIdentity,
  isSameIssuer,
  joinedClaims,
  type LoginProvider,
} from "../../../../domain/account/company-login.ts"
import { storable } from "../../../../domain/account/user-metadata.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { lazy } from "../../../../domain/lazy.ts"
import {
  PROVIDER_ANSWER_MAX_BYTES,
  PROVIDER_CLOCK_S,
  PROVIDER_KEPT_S,
  PROVIDER_PATIENCE_S,
  PROVIDER_SUBJECT_MAX,
} from "../../../../domain/limits.ts"
import { memoizeFor } from "../../../platform/cache/memoize-for.ts"
import type { Clock } from "../../../platform/clock.ts"
import type { Config } from "../../../platform/config/config.ts"
import { errorText, type Log } from "../../../platform/log.ts"
import type { LoginFlow } from "./login-flows-store.ts"

/** Loaded where a provider is configured. */
const openid = lazy(() => import("openid-client"))

interface Needs {
  clock: Clock
  config: Pick<Config, "COMPANY_LOGIN" | "PUBLIC_ORIGIN">
  log: Log
}

export interface Provider {
  settings: LoginProvider
  client: Configuration
  metadata: ServerMetadata
  /** the provider's public keys, fetched again when a signature names an unknown one */
  keys: JWTVerifyGetKey
}

/** What openid-client throws; with the provider's own words where it refused, such as invalid_client. */
interface ProviderError {
  code?: string
  cause?: unknown
  error?: string
  error_description?: string
}

export function createProviders({ clock, config, log }: Needs) {
  const { COMPANY_LOGIN: all, PUBLIC_ORIGIN } = config
  const redirect_uri = `${PUBLIC_ORIGIN}/auth/v1/callback`
  const asked = new Map(
    all.map((settings) => [settings.id, memoizeFor(PROVIDER_KEPT_S, clock, () => discover(settings))]),
  )

  /** Turns errors of the provider into a refusal with our own message. The provider's error text goes only to the log. */
  async function attempt<Answer>({ id }: LoginProvider, work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal) throw error
      const { code = "", cause, error: refusal, error_description } = error as ProviderError
      const isAnswer = typeof code === "string" && code.startsWith("OAUTH_") && code !== "OAUTH_TIMEOUT"
      const why = {
        provider: id,
        code,
        error: refusal === undefined ? errorText(error) : [refusal, error_description].filter(Boolean).join(": "),
        cause: cause instanceof Error ? cause.message : undefined,
      }
      log.warn(isAnswer ? "auth.company_login_invalid" : "auth.company_login_away", why)
      throw new Refusal(isAnswer ? "company_login_failed" : "company_login_unavailable")
    }
  }

  async function discover(settings: LoginProvider): Promise<Provider> {
    const { issuer, client_id, client_secret } = settings
    const oidc = await openid()
    const jose = await import("jose")
    const server = new URL(issuer)
    const isLoopback = server.protocol === "http:"
    const fetchShortly = boundedFetch(isLoopback)
    const client = await oidc.discovery(
      server,
      client_id,
      { [oidc.clockTolerance]: PROVIDER_CLOCK_S },
      client_secret === null ? oidc.None() : secretInHeader(client_secret),
      {
        // The token's signature is checked, though it comes straight from the provider.
        execute: [oidc.enableNonRepudiationChecks, ...(isLoopback ? [oidc.allowInsecureRequests] : [])],
        timeout: PROVIDER_PATIENCE_S,
        [oidc.customFetch]: fetchShortly,
      },
    )
    client[oidc.customFetch] = fetchShortly
    client.timeout = PROVIDER_PATIENCE_S
    const metadata = client.serverMetadata()
    const { jwks_uri } = metadata
    if (jwks_uri === undefined) throw new Error("the provider names no jwks_uri")
    const keys = jose.createRemoteJWKSet(new URL(jwks_uri), {
      timeoutDuration: PROVIDER_PATIENCE_S * 1000,
      [jose.customFetch]: async (url, { headers: given, method, signal }) => {
        const headers = Object.fromEntries(given)
        const options = { headers, method, signal, body: undefined, redirect: "manual" } as const
        const answer = await fetchShortly(url, options).catch((cause: unknown) => {
          throw new KeysAway("the provider's keys could not be fetched", { cause })
        })
        if (!answer.ok) throw new KeysAway(`the provider's keys could not be fetched: HTTP ${answer.status}`)
        return answer
      },
    })
    return { settings, client, metadata, keys }
  }

  const find = (id: string): LoginProvider | undefined => all.find((settings) => settings.id === id)

  /** The one that signs in with this login, whatever its id was when the login was connected. */
  const of = ({ issuer }: { issuer: string }): LoginProvider | undefined =>
    all.find((settings) => isSameIssuer(settings.issuer, issuer))

  /** @throws Refusal company_login_unavailable, company_login_failed */
  const open = (settings: LoginProvider): Promise<Provider> =>
    attempt(settings, () => asked.get(settings.id)?.() ?? Promise.reject(new Error("not configured")))

  return {
    all,
    find,
    of,
    open,

    /**
     * Where the browser goes. @param again the person has to give their password at the provider, even in an open session there
     * @throws Refusal company_login_unavailable, company_login_failed
     */
    async address(
      settings: LoginProvider,
      { state, nonce, verifier, again }: { state: string; nonce: string; verifier: string; again: boolean },
    ): Promise<string> {
      const { client } = await open(settings)
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openid()
      const challenge = await calculatePKCECodeChallenge(verifier)
      const query = {
        redirect_uri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: "S256",
        ...(again ? { prompt: "login", max_age: "0" } : {}),
      }
      return attempt(settings, async () => buildAuthorizationUrl(client, query).href)
    },

    /**
     * What the provider says about the person it sent back. @param search of the callback's address
     * @throws Refusal company_login_unavailable, company_login_failed, company_login_not_proved
     */
    async identify(
      settings: LoginProvider,
      search: string,
      state: string,
      { nonce, verifier, purpose, created_at }: LoginFlow,
    ): Promise<CompanyIdentity> {
      const { client, metadata } = await open(settings)
      const { authorizationCodeGrant, fetchUserInfo } = await openid()
      return attempt(settings, async () => {
        const tokens = await authorizationCodeGrant(client, new URL(redirect_uri + search), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined || !isSubject(claims.sub)) throw new Refusal("company_login_failed")
        if (purpose === "proof") requireFreshSignIn(claims, created_at)
        const more =
          metadata.userinfo_endpoint === undefined ? {} : await fetchUserInfo(client, tokens.access_token, claims.sub)
        return companyIdentity(settings, joinedClaims(claims, more))
      })
    },

    /**
     * The claims of a token that a provider signed and sent here; null if the provider did not sign it, or not for us.
     * @throws Refusal company_login_unavailable, company_login_failed
     */
    async verified(
      settings: LoginProvider,
      token: string,
      checks: { typ?: string; maxTokenAge: number },
    ): Promise<{ payload: JWTPayload; typ: string | undefined } | null> {
      const { keys, metadata } = await open(settings)
      const { jwtVerify, errors } = await import("jose")
      try {
        const { payload, protectedHeader } = await jwtVerify(token, keys, {
          issuer: metadata.issuer,
          audience: settings.client_id,
          algorithms: [
            "RS256",
            "RS384",
            "RS512",
            "PS256",
            "PS384",
            "PS512",
            "ES256",
            "ES384",
            "ES512",
            "EdDSA",
            "Ed25519",
          ],
          clockTolerance: PROVIDER_CLOCK_S,
          currentDate: clock(),
          ...checks,
        })
        return { payload, typ: protectedHeader.typ }
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError) return null
        // The provider may send it again.
        return attempt(settings, () => Promise.reject(error))
      }
    },
  }
}

/**
 * client_secret_basic, encoded like a form (RFC 6749 section 2.3.1). openid-client's own encodes dashes and dots as well, and
 * providers that do not decode them refuse the client.
 */
const secretInHeader =
  (secret: string): ClientAuth =>
  (_server, { client_id }, _body, headers) =>
    headers.set("authorization", `Basic ${btoa(`${formEncoded(client_id)}:${formEncoded(secret)}`)}`)

const formEncoded = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1)

/** The provider's keys could not be fetched, so we do not know whether the token is valid. */
class KeysAway extends Error {}

/** Whether the database can store `sub` unchanged. It identifies the account: cut or changed, it could match another person's. */
const isSubject = (sub: string): boolean => sub.length <= PROVIDER_SUBJECT_MAX && storable(sub) === sub

/** The person gave their password, or whatever the provider asks for, after leaving for it. */
function requireFreshSignIn({ auth_time }: IDToken, since: Date): void {
  const isFresh = auth_time !== undefined && auth_time + PROVIDER_CLOCK_S >= Math.floor(since.getTime() / 1000)
  if (!isFresh) throw new Refusal("company_login_not_proved")
}

/** A `fetch` for providers: https only (except on this machine), no redirects, and limited in size and time. */
function boundedFetch(isLoopback: boolean): CustomFetch {
  return async (url, options) => {
    if (!isLoopback && new URL(url).protocol !== "https:")
      throw new Error("the provider names an address without https")
    const late = AbortSignal.timeout(PROVIDER_PATIENCE_S * 1000)
    const signal = options.signal ? AbortSignal.any([options.signal, late]) : late
    const { body, method, headers } = options
    const response = await fetch(url, {
      ...(body === undefined ? {} : { body: body as BodyInit | null }),
      method,
      headers,
      redirect: "manual",
      signal,
    })
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > PROVIDER_ANSWER_MAX_BYTES) throw new Error("the provider's answer is too long")
      chunks.push(chunk)
    }
    const hasBody = size > 0 && response.status !== 204
    return new Response(hasBody ? Buffer.concat(chunks) : null, { status: response.status, headers: response.headers })
  }
}
