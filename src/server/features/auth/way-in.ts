// The operator's policy at every door: a way in that is switched off opens no session, and an address outside the site's domains gets
// no account (docs/operations.md). A proof of identity in an open session is no way in: it works as before.
import { mayHaveAccount } from "../../../domain/account/policy.ts"
import { Refusal } from "../../../domain/errors.ts"
import { SIGNUP } from "../../../domain/messages.ts"
import type { Auth } from "./auth.ts"

type Needs = Pick<Auth, "config">

/** Also for getting one: a password or a passkey that signs no one in. @throws Refusal email_provider_disabled, passkey_disabled */
export function requireWayIn({ config }: Needs, way: "password" | "passkey"): void {
  if (!config.SIGN_IN.includes(way))
    throw new Refusal(way === "password" ? "email_provider_disabled" : "passkey_disabled")
}

/** Says nothing about whether there is an account. @throws Refusal email_address_not_authorized */
export function requireDomain({ config }: Needs, email: string): void {
  const { SIGN_UP_DOMAINS: domains } = config
  if (!mayHaveAccount(domains, email))
    throw new Refusal("email_address_not_authorized", { message: SIGNUP.domainsOnly(domains) })
}
