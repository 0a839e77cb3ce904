// Disconnecting company logins, by the owner, a reset or an undo: what a login gave ends with it.
import { isLoginAt, managedRoles, requiredProvider } from "../../../../domain/account/company-login.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Auth } from "../auth.ts"
import type { UserRow } from "../users-store.ts"
import { deleteIdentityOf, type IdentityRow, identitiesOf } from "./identities-store.ts"

type Needs = Pick<Auth, "providers" | "roles">

/**
 * The roles that the provider gives end with it: it could not take them any more.
 * @param tx has called `roles.lock` before it locked the account
 */
export async function disconnect(
  { providers, roles }: Needs,
  tx: Queries,
  login: IdentityRow,
  now: Date,
): Promise<void> {
  const { id, user_id } = login
  await deleteIdentityOf(tx, user_id, id)
  const settings = providers.of(login)
  if (settings !== undefined) await roles.setByProvider(tx, user_id, managedRoles(settings), [], settings.id, now)
}

/**
 * Those connected since then, except the one that created the account and the one that its address has to use.
 * @param tx as for `disconnect` @returns how many
 */
export async function disconnectSince(
  auth: Needs,
  tx: Queries,
  { id, email, created_at }: Pick<UserRow, "id" | "email" | "created_at">,
  since: Date,
  now: Date,
): Promise<number> {
  const required = requiredProvider(auth.providers.all, email)
  const logins = (await identitiesOf(tx, id)).filter(
    (login) =>
      login.created_at >= since &&
      login.created_at > created_at &&
      !(required !== undefined && isLoginAt(required, login)),
  )
  for (const login of logins) await disconnect(auth, tx, login, now)
  return logins.length
}
