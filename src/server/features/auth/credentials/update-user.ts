// GET and PUT /user: the account; a new password, a new sign-in email, or the data that programs keep with an account.
import * as z from "zod/mini"
import { changedMetadata } from "../../../../domain/account/user-metadata.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { EMAIL_MAX, PASSWORD_MAX } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import type { Auth } from "../auth.ts"
import { type Caller, hasFullSession } from "../caller.ts"
import { readNewAddress, requestEmailChange } from "../email-flow/email-change.ts"
import { optionalText, readBody } from "../protocol/read-body.ts"
import { presentUser } from "../protocol/serialize.ts"
import type { ClientInfo } from "../session/cookies.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { findUser, setUserMetadata, type UserRow } from "../users-store.ts"
import { changePassword } from "./change-password.ts"
import { requireProof } from "./step-up.ts"

/** The caller's account, in the protocol's shape. @throws Refusal session_not_found */
export async function readUser(auth: Auth, caller: Caller) {
  return presentUser(auth.database.db, await requireUser(auth, caller), auth.clock())
}

const updateBody = z.object({
  email: optionalText(EMAIL_MAX, FIELD.emailInvalid),
  password: optionalText(PASSWORD_MAX),
  current_password: optionalText(PASSWORD_MAX),
  data: z.optional(z.unknown()),
})

/**
 * @returns linkCookie: for the cookie of the browser that asked for another address; null when none was asked for
 * @throws Refusal of the changes, and forbidden, account_deactivated, mfa_required
 */
export async function updateUser(auth: Auth, caller: Caller, input: unknown, client: ClientInfo) {
  const { ip } = client
  const { email, password, current_password, data } = readBody(updateBody, input)
  const wantsEmail = typeof email === "string" && email !== ""
  const wantsData = data !== undefined && data !== null
  // The one gate of recovery sessions: a password, and nothing else.
  if (caller.kind === "recovery" && (wantsEmail || wantsData || !password)) throw new Refusal("forbidden")
  if (hasFullSession(caller) && caller.account === "deactivated") throw new Refusal("account_deactivated")
  if (caller.needs_factor) throw new Refusal("mfa_required")
  const user = await requireUser(auth, caller)
  if (wantsData) changedMetadata(user.user_metadata, data)
  const current = current_password ?? undefined
  // Before the password changes: afterward the current one would be wrong.
  if (wantsEmail) await requireProof(auth, caller, current, ip)
  const newEmail = wantsEmail ? await readNewAddress(auth, caller, email, ip) : null
  if (password) await changePassword(auth, caller, password, current, client)
  if (wantsData) await changeData(auth, caller, data)
  const linkCookie = newEmail === null ? null : await requestEmailChange(auth, caller, newEmail)
  const after = wantsData ? await requireUser(auth, caller) : user
  return { body: await presentUser(auth.database.db, after, auth.clock()), linkCookie }
}

async function requireUser({ database }: Auth, { user_id }: Caller): Promise<UserRow> {
  const user = await findUser(database.db, user_id)
  if (user === undefined) throw new Refusal("session_not_found")
  return user
}

/** Of two changes at once the second sees what the first has written. */
async function changeData({ database, clock }: Auth, caller: Caller, data: unknown): Promise<void> {
  const now = clock()
  await database.db.transaction(async (tx) => {
    const { id, user_metadata } = await lockCaller(tx, caller, now)
    await setUserMetadata(tx, id, changedMetadata(user_metadata, data), now)
  })
}
