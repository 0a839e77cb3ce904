// The operator's policy for every way in: one that is switched off opens no session, an address outside the site's domains gets no
// account, and people of a company sign in with its login (docs/operations.md). Confirming the identity in an open session is not signing in: it works as before.
import { isLoginAt, type LoginProvider, requiredProvider } from "../../../domain/account/company-login.ts"
import { COMPANY_LOGIN } from "../../../domain/account/company-login-messages.ts"
import { mayHaveAccount } from "../../../domain/account/policy.ts"
import { SIGNUP } from "../../../domain/account/sign-up-messages.ts"
import { Refusal } from "../../../domain/errors.ts"
import type { Queries } from "../../platform/db/queries.ts"
import type { Auth } from "./auth.ts"
import { identitiesOf } from "./company-login/identities-store.ts"

type Needs = Pick<Auth, "config">

/** For signing in, and for setting up a password or a passkey. @throws Refusal email_provider_disabled, passkey_disabled */
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

/** For sign-ups, resets and changes of the address: says nothing about whether there is an account. @throws Refusal company_login_required */
export function requireOtherDomain({ providers }: Pick<Auth, "providers">, email: string): void {
  const provider = requiredProvider(providers.all, email)
  if (provider !== undefined)
    throw new Refusal("company_login_required", { message: COMPANY_LOGIN.required(provider.name) })
}

/**
 * For every sign-in, inside its transaction once that has locked the account: connecting ends the sessions that are open by then. An
 * account that is not connected yet may sign in: connecting needs it.
 * @param by the provider that signs them in; undefined: a password or a passkey @throws Refusal company_login_required
 */
export async function refuseIfCompanyLogin(
  auth: Pick<Auth, "providers">,
  db: Queries,
  user: { id: string; email: string },
  by?: LoginProvider,
): Promise<void> {
  const provider = await onlyProvider(auth, db, user)
  if (provider !== undefined && provider !== by)
    throw new Refusal("company_login_required", { message: COMPANY_LOGIN.required(provider.name), userId: user.id })
}

/** The one way into this account, once it is connected. */
export async function onlyProvider(
  { providers }: Pick<Auth, "providers">,
  db: Queries,
  { id, email }: { id: string; email: string },
): Promise<LoginProvider | undefined> {
  const provider = requiredProvider(providers.all, email)
  if (provider === undefined) return undefined
  const own = await identitiesOf(db, id)
  return own.some((identity) => isLoginAt(provider, identity)) ? provider : undefined
}
