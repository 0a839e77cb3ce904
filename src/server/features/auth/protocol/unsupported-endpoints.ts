// What Supabase Auth can and this product does not offer: answered with the protocol's own code for a disabled feature.
import type { Hono } from "hono"
import { ACCOUNT } from "../../../../domain/account/account-messages.ts"
import { GENERAL } from "../../../../domain/messages.ts"
import type { RequestEnv } from "../../../platform/http/env.ts"
import { protocolError } from "./protocol.ts"

/** path → code; the first that matches counts */
const NOT_OFFERED: [path: string, code: string][] = [
  ["/otp", "otp_disabled"],
  ["/magiclink", "otp_disabled"],
  ["/reauthenticate", "otp_disabled"],
  ["/sso/*", "saml_provider_disabled"],
  ["/authorize", "provider_disabled"],
  ["/callback", "provider_disabled"],
  ["/user/identities/*", "manual_linking_disabled"],
  ["/factors/recovery-codes/verify", "mfa_recovery_codes_verify_not_enabled"],
  ["/factors/recovery-codes/*", "mfa_recovery_codes_enroll_not_enabled"],
  ["/passkeys/*", "passkey_disabled"],
  ["/oauth/*", "provider_disabled"],
  ["/user/oauth/*", "provider_disabled"],
  ["/invite", "not_admin"],
  ["/generate_link", "not_admin"],
  ["/admin/*", "not_admin"],
]

/** A grant of `/token` that is not offered. */
export const GRANT_CODE: ReadonlyMap<string, string> = new Map([
  ["id_token", "provider_disabled"],
  ["web3", "web3_provider_disabled"],
  ["pkce", "flow_state_not_found"],
])

export function mountUnsupportedEndpoints(routes: Hono<RequestEnv>): void {
  for (const [path, code] of NOT_OFFERED)
    routes.all(path, (c) =>
      code === "not_admin"
        ? protocolError(c, 403, code, GENERAL.forbidden)
        : protocolError(c, 422, code, ACCOUNT.notOffered),
    )
}
