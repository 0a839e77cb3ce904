// What Supabase Auth offers and this product does not: the same answers as Supabase Auth gives where a feature is disabled.
import type { Context, Hono } from "hono"
import * as z from "zod/mini"
import { ACCOUNT, PROTOCOL } from "../../../../domain/account/account-messages.ts"
import type { WayIn } from "../../../../domain/account/policy.ts"
import type { SignUpMode } from "../../../../domain/account/sign-up.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX } from "../../../../domain/limits.ts"
import { readJson } from "../../../platform/http/body.ts"
import type { RequestEnv } from "../../../platform/http/env.ts"
import { bearerToken } from "../caller.ts"
import { protocolError } from "./errors.ts"
import { optionalText, readBody } from "./read-body.ts"

type Answer = [status: 400 | 403 | 404 | 422, code: string, message: string]

const NO_OAUTH_SERVER: Answer = [404, "feature_disabled", PROTOCOL.oauthServerDisabled]
const NOT_ADMIN: Answer = [403, "not_admin", PROTOCOL.notAdmin]

/** The first path that matches counts. Where Supabase Auth has no such switch, the sentence is ours. */
const NOT_OFFERED: [path: string, answer: Answer][] = [
  ["/otp", [422, "otp_disabled", PROTOCOL.otpDisabled]],
  ["/magiclink", [422, "email_provider_disabled", PROTOCOL.magicLinkDisabled]],
  ["/reauthenticate", [422, "otp_disabled", ACCOUNT.notOffered]],
  ["/sso/*", [404, "saml_provider_disabled", PROTOCOL.samlDisabled]],
  ["/authorize", [400, "validation_failed", PROTOCOL.providerDisabled]],
  ["/callback", [400, "bad_oauth_state", PROTOCOL.oauthStateUnknown]],
  ["/user/identities/*", [404, "manual_linking_disabled", PROTOCOL.linkingDisabled]],
  ["/factors/recovery-codes/verify", [422, "mfa_recovery_codes_verify_not_enabled", ACCOUNT.notOffered]],
  ["/factors/recovery-codes/*", [422, "mfa_recovery_codes_enroll_not_enabled", ACCOUNT.notOffered]],
  ["/oauth/*", NO_OAUTH_SERVER],
  ["/user/oauth/*", NO_OAUTH_SERVER],
  ["/invite", NOT_ADMIN],
  ["/generate_link", NOT_ADMIN],
  ["/admin/*", NOT_ADMIN],
]

export function mountUnsupportedEndpoints(routes: Hono<RequestEnv>): void {
  for (const [path, answer] of NOT_OFFERED)
    routes.all(path, (c) => {
      if (answer === NOT_ADMIN && bearerToken(c) === null) throw new Refusal("not_authenticated")
      return protocolError(c, ...answer)
    })
}

const field = optionalText(AUTH_TOKEN_MAX)
const idTokenBody = z.object({ provider: field, issuer: field })
const pkceBody = z.object({ auth_code: field, code_verifier: field })

/** A grant that is not offered. @throws Refusal of reading the body */
export async function refuseGrant(c: Context, grant: string): Promise<Response> {
  if (grant === "web3") return protocolError(c, 422, "web3_provider_disabled", PROTOCOL.web3Disabled)
  if (grant === "id_token") {
    const { issuer, provider } = readBody(idTokenBody, await readJson(c))
    return protocolError(c, 400, "provider_disabled", PROTOCOL.issuerDisabled(issuer || provider || ""))
  }
  if (grant === "pkce") {
    const { auth_code, code_verifier } = readBody(pkceBody, await readJson(c))
    return auth_code && code_verifier
      ? protocolError(c, 404, "flow_state_not_found", PROTOCOL.flowStateUnknown)
      : protocolError(c, 400, "validation_failed", PROTOCOL.codeVerifierMissing)
  }
  return protocolError(c, 400, "invalid_credentials", PROTOCOL.grantUnknown)
}

const OFF = [
  "anonymous_users apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin",
  "linkedin_oidc notion phone slack slack_oidc snapchat spotify twitch twitter workos x zoom",
].flatMap((line) => line.split(" "))

/** The body of `/settings`. With invitations the protocol says "disabled", too: not everyone can sign up. */
export const settingsBody = (mode: SignUpMode, ways: readonly WayIn[], providers: readonly string[]) => ({
  external: {
    email: ways.includes("password"),
    ...Object.fromEntries([...OFF.map((name) => [name, false]), ...providers.map((id) => [id, true])]),
  },
  disable_signup: mode !== "open",
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: "",
  saml_enabled: false,
  mfa_enabled: true,
})
