// An account that the operator makes on the machine: confirmed at once, no email, no limit. No request gets here.
import { randomUUID } from "node:crypto"
import type { Role } from "../../../../domain/account/roles.ts"
import type { Auth } from "../auth.ts"
import { confirmEmail, findTaken, insertProfile, insertRole, insertUser, removeUnconfirmed } from "../users-store.ts"

interface ConfirmedAccount {
  email: string
  username: string
  full_name: string
  password: string
  roles: readonly Role[]
}

/** @returns the new user's id, or null when the address or the username is taken: then nothing is changed */
export async function createConfirmedAccount(
  { audit, database, passwords, clock }: Auth,
  { email, username, full_name, password, roles }: ConfirmedAccount,
): Promise<string | null> {
  const taken = await findTaken(database.db, { username, email })
  if (taken.username || taken.email) return null
  const id = randomUUID()
  const now = clock()
  const password_hash = await passwords.hash(password, "operator")
  await database.db.transaction(async (tx) => {
    await removeUnconfirmed(tx, email, id)
    await insertUser(tx, { id, email, password_hash, user_metadata: { username, full_name } }, now)
    await insertProfile(tx, { id, username, full_name, signin_email: email }, now)
    for (const role of roles) await insertRole(tx, id, role)
    // Every new administrator leaves a trace, and ADMIN_EMAIL names one only while there has been none.
    if (roles.includes("admin"))
      await audit.record(tx, { actor_id: null, action: "role.added", subject_id: id, detail: { role: "admin" } }, now)
    await confirmEmail(tx, id, email, now)
  })
  return id
}
