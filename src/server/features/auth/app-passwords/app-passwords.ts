// App passwords: what a phone or a program signs in with to the address book, and to nothing else. Made, listed and revoked by their owner.
import { randomBytes, randomUUID } from "node:crypto"
import type { AppPassword } from "../../../../api/app-passwords.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { APP_PASSWORDS_MAX } from "../../../../domain/limits.ts"
import { isUuid } from "../../../../domain/paths.ts"
import { isoOrNull } from "../../../../domain/time.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { requireRecentProof } from "../credentials/step-up.ts"
import { sendUndoNotice } from "../credentials/undo.ts"
import { base32 } from "../second-factor/totp.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { sha256 } from "../session/tokens.ts"
import { appPasswordCreatedNotice } from "./app-password-email.ts"
import { appPasswordsOf, deleteAppPassword, insertAppPassword } from "./app-passwords-store.ts"

/** 136 bits: no one finds one by trying, even with the hashes, so a slow hash would only make every request of a phone slow. */
const SECRET_BYTES = 17

export async function listAppPasswords({ database }: Auth, { user_id }: Caller): Promise<AppPassword[]> {
  return (await appPasswordsOf(database.db, user_id)).map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: isoOrNull(last_used_at),
  }))
}

/** @returns the password, never to be seen again @throws Refusal reauthentication_needed, too_many_app_passwords, too_many_requests */
export async function createAppPassword(auth: Auth, caller: Caller, name: string) {
  const { clock, database, limits, log } = auth
  const { user_id } = caller
  const now = clock()
  requireRecentProof(caller, now)
  await limits.take(BUDGET.appPasswordChangesPerAccount, user_id)
  const id = randomUUID()
  const secret = (base32(randomBytes(SECRET_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join("-")
  const row = { id, user_id, name, secret_hash: hashOf(secret), created_at: now }
  await database.db.transaction(async (tx) => {
    const { email } = await lockCaller(tx, caller, now)
    if ((await appPasswordsOf(tx, user_id)).length >= APP_PASSWORDS_MAX) throw new Refusal("too_many_app_passwords")
    await insertAppPassword(tx, row)
    await recordSecurityEvent(tx, caller, "app_password_created", now)
    await sendUndoNotice(auth, tx, { id: user_id, email }, "app_password", appPasswordCreatedNotice, now)
  })
  log.info("auth.app_password_created", { user: user_id, app_password: id })
  return { app_password: { id, name, created_at: now.toISOString(), last_used_at: null }, secret }
}

/** Takes effect with the next request. @throws Refusal not_found, reauthentication_needed */
export async function revokeAppPassword(auth: Auth, caller: Caller, id: string): Promise<void> {
  const { clock, database, log } = auth
  const now = clock()
  requireRecentProof(caller, now)
  if (!isUuid(id)) throw new Refusal("not_found")
  await database.db.transaction(async (tx) => {
    await lockCaller(tx, caller, now)
    if (!(await deleteAppPassword(tx, caller.user_id, id))) throw new Refusal("not_found")
    await recordSecurityEvent(tx, caller, "app_password_revoked", now)
  })
  log.info("auth.app_password_revoked", { user: caller.user_id, app_password: id })
}

/** Dashes, spaces and case do not matter: it may be typed. */
export const hashOf = (secret: string): string => sha256(secret.toLowerCase().replace(/[^a-z0-9]/g, ""))
