// The caller again, inside the transaction of a change. A request is judged when it arrives; since then, while its body was
// on the way or its password was hashed, its session may have ended.
import { Refusal } from "../../../../domain/errors.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Caller } from "../caller.ts"
import { verifiedFactorsOf } from "../second-factor/factors-store.ts"
import { findUser, lockUser, type UserRow } from "../users-store.ts"
import { holdSession } from "./sessions-store.ts"

/**
 * The session stays open until the transaction ends.
 * @throws Refusal session_not_found
 */
export async function requireOpenSession(tx: Queries, caller: Caller, now: Date): Promise<void> {
  if (!(await holdSession(tx, caller.session_id, caller.user_id, now)))
    throw new Refusal("session_not_found", { userId: caller.user_id })
}

/**
 * Locks the caller's account, so that of two changes the second sees what the first has written.
 * @returns the account as it is now: its address may be another one than `caller.email`
 * @throws Refusal session_not_found; mfa_required when a second factor was added since
 */
export async function lockCaller(tx: Queries, caller: Caller, now: Date): Promise<UserRow> {
  await lockUser(tx, caller.user_id)
  await requireOpenSession(tx, caller, now)
  const user = await findUser(tx, caller.user_id)
  if (user === undefined) throw new Refusal("session_not_found", { userId: caller.user_id })
  const isStale = caller.kind === "password" && !caller.has_factor
  if (isStale && (await verifiedFactorsOf(tx, caller.user_id)).length > 0) throw new Refusal("mfa_required")
  return user
}
