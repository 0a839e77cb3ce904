// Sign-out: this session, all of the user's, or all but this one; effective with the next request.
import { withRetry } from "../../../platform/db/database-errors.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext } from "../context.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { requireRecentProof } from "../credentials/step-up.ts"
import { voidTokens } from "../email-flow/one-time-tokens-store.ts"
import { requireOpenSession } from "./lock-caller.ts"
import { deleteSessionsOf, endSession } from "./sessions-store.ts"

export const SIGN_OUT_SCOPES = ["global", "local", "others"] as const
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number]

/**
 * A recovery session, and one that has not shown its second factor, may only end themselves.
 * @throws Refusal reauthentication_needed (scope "others": anyone who holds a stolen session must not throw its owner out)
 */
export async function signOut(
  { clock, database, log }: AuthContext,
  caller: Caller,
  scope: SignOutScope,
): Promise<void> {
  const { user_id, session_id } = caller
  const isOwnOnly = scope === "local" || caller.kind === "recovery" || caller.needs_factor
  const endsOthers = scope === "others" && !isOwnOnly
  const now = clock()
  if (endsOthers) requireRecentProof(caller, now)
  await withRetry(() =>
    database.db.transaction(async (tx) => {
      if (endsOthers) await requireOpenSession(tx, caller, now)
      if (isOwnOnly) await endSession(tx, session_id)
      else await deleteSessionsOf(tx, user_id, endsOthers ? session_id : undefined)
      if (!endsOthers) return
      // One of those sessions may have asked for another sign-in address: its link would outlive it.
      await voidTokens(tx, user_id, "email_change")
      await recordSecurityEvent(tx, caller, "other_sessions_ended", now)
    }),
  )
  log.info("auth.signed_out", { user: user_id, scope })
}
