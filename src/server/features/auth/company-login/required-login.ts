// Who has to sign in with a company's login: people whose address is in one of its domains.
import { COMPANY_LOGIN } from "../../../../domain/account/account-messages.ts"
import { requiredProvider } from "../../../../domain/account/company-login.ts"
import { Refusal } from "../../../../domain/errors.ts"
import type { Auth } from "../auth.ts"
import { identitiesOf } from "./identities-store.ts"

/** For sign-ups, resets and changes of the address: says nothing about whether there is an account. @throws Refusal company_login_required */
export function requireOtherDomain({ providers }: Pick<Auth, "providers">, email: string): void {
  const provider = requiredProvider(providers.all, email)
  if (provider !== undefined)
    throw new Refusal("company_login_required", { message: COMPANY_LOGIN.required(provider.name) })
}

/**
 * For sign-ins by password or passkey, once the person is known. An account that is not connected yet may sign in: connecting needs it.
 * @throws Refusal company_login_required
 */
export async function requireNotConnected(
  { database, providers }: Pick<Auth, "database" | "providers">,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const provider = requiredProvider(providers.all, email)
  if (provider === undefined) return
  const own = await identitiesOf(database.db, id)
  if (own.some((identity) => identity.provider === provider.id))
    throw new Refusal("company_login_required", { message: COMPANY_LOGIN.required(provider.name), userId: id })
}
