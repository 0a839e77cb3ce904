// PUT /user: a new password or a new sign-in address. Nothing else of an account can be changed here.
import * as z from "zod/mini"
import { Refusal } from "../../domain/errors.ts"
import { GENERAL } from "../../domain/messages.ts"
import type { Caller } from "../http/caller.ts"
import { changePassword } from "./change-password.ts"
import { readNewAddress, requestEmailChange, requireOwner } from "./email-change.ts"
import type { AuthParts } from "./parts.ts"
import { type UserBody, userBody } from "./present.ts"
import { factorsOf } from "./second-factor/factors-store.ts"
import { findUser } from "./users-store.ts"

const text = z.optional(z.nullable(z.string()))
const updateBody = z.object({ email: text, password: text, current_password: text })

/** @throws Refusal of both changes, and forbidden, account_deactivated, mfa_required */
export async function updateUser(parts: AuthParts, caller: Caller, input: unknown, ip: string): Promise<UserBody> {
  const body = z.safeParse(updateBody, input)
  if (!body.success) throw new Refusal("validation_failed", { message: GENERAL.badRequest })
  const { email, password, current_password } = body.data
  const wantsEmail = typeof email === "string" && email !== ""
  // The one gate of recovery sessions: a password, and nothing else.
  if (caller.kind === "recovery" && (wantsEmail || !password)) throw new Refusal("forbidden")
  if (caller.kind === "password" && caller.account === "deactivated") throw new Refusal("account_deactivated")
  if (caller.needs_factor) throw new Refusal("mfa_required")
  const user = await findUser(parts.database.db, caller.user_id)
  if (user === undefined) throw new Refusal("session_not_found")
  const current = current_password ?? undefined
  // Before the password changes, and what is current with it.
  if (wantsEmail) await requireOwner(parts, caller, current, ip)
  const new_email = wantsEmail ? await readNewAddress(parts, caller, email, ip) : null
  if (password) await changePassword(parts, caller, { password, current_password: current }, ip)
  if (new_email !== null) await requestEmailChange(parts, caller, new_email)
  const answer = userBody(user, await factorsOf(parts.database.db, user.id))
  return new_email === null ? answer : { ...answer, new_email }
}
