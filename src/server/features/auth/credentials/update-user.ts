// PUT /user: a new password, a new sign-in address, or the data that programs keep with an account.
import * as z from "zod/mini"
import { changedMetadata } from "../../../../domain/account/user-metadata.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { EMAIL_MAX, PASSWORD_MAX } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext } from "../context.ts"
import { readNewAddress, requestEmailChange } from "../email-flow/email-change.ts"
import { optionalText, readBody } from "../protocol/read-body.ts"
import { type UserBody, userBody } from "../protocol/serialize.ts"
import { findUserDetails } from "../protocol/user-details-store.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { findUser, setUserMetadata, type UserRow } from "../users-store.ts"
import { changePassword } from "./change-password.ts"
import { requireProof } from "./step-up.ts"

const updateBody = z.object({
  email: optionalText(EMAIL_MAX, FIELD.emailInvalid),
  password: optionalText(PASSWORD_MAX),
  current_password: optionalText(PASSWORD_MAX),
  data: z.optional(z.unknown()),
})

async function requireUser({ database }: AuthContext, { user_id }: Caller): Promise<UserRow> {
  const user = await findUser(database.db, user_id)
  if (user === undefined) throw new Refusal("session_not_found")
  return user
}

export interface Updated {
  body: UserBody
  /** for the cookie of the browser that asked for another address; null when none was asked for */
  linkCookie: string | null
}

/** @throws Refusal of the changes, and forbidden, account_deactivated, mfa_required */
export async function updateUser(context: AuthContext, caller: Caller, input: unknown, ip: string): Promise<Updated> {
  const { email, password, current_password, data } = readBody(updateBody, input)
  const wantsEmail = typeof email === "string" && email !== ""
  const wantsData = data !== undefined && data !== null
  // The one gate of recovery sessions: a password, and nothing else.
  if (caller.kind === "recovery" && (wantsEmail || wantsData || !password)) throw new Refusal("forbidden")
  if (caller.kind === "password" && caller.account === "deactivated") throw new Refusal("account_deactivated")
  if (caller.needs_factor) throw new Refusal("mfa_required")
  const user = await requireUser(context, caller)
  if (wantsData) changedMetadata(user.user_metadata, data)
  const current = current_password ?? undefined
  // Before the password changes, and what is current with it.
  if (wantsEmail) await requireProof(context, caller, current, ip)
  const new_email = wantsEmail ? await readNewAddress(context, caller, email, ip) : null
  if (password) await changePassword(context, caller, { password, current_password: current }, ip)
  if (wantsData) await changeData(context, caller, data)
  const linkCookie = new_email === null ? null : await requestEmailChange(context, caller, new_email)
  const after = wantsData ? await requireUser(context, caller) : user
  const details = await findUserDetails(context.database.db, user.id, context.clock())
  return { body: userBody(after, details), linkCookie }
}

/** Of two changes at once the second sees what the first has written. */
async function changeData({ database, clock }: AuthContext, caller: Caller, data: unknown): Promise<void> {
  const now = clock()
  await database.db.transaction(async (tx) => {
    const { id, user_metadata } = await lockCaller(tx, caller, now)
    await setUserMetadata(tx, id, changedMetadata(user_metadata, data), now)
  })
}
