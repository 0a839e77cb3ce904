// Administrators need a second factor: seven days after they first acted as one, nothing of theirs works without it.
import { Refusal } from "../../../../domain/errors.ts"
import { ADMIN_FACTOR_GRACE_DAYS } from "../../../../domain/limits.ts"
import { addDays } from "../../../../domain/time.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext } from "../context.ts"
import { startFactorGrace } from "../users-store.ts"

/**
 * Starts the grace when there is none yet, with or without a factor: who removes the last one later gets no new week.
 * @returns from when on the caller needs a factor; null: no administrator, there is a factor, or the operator asks for none
 */
export async function factorDueAt(context: AuthContext, caller: Caller): Promise<Date | null> {
  const { clock, config, database } = context
  if (config.ADMIN_SECOND_FACTOR === "optional" || !caller.roles.includes("admin")) return null
  const now = clock()
  const due =
    caller.second_factor_due_at ??
    (await startFactorGrace(database.db, caller.user_id, addDays(now, ADMIN_FACTOR_GRACE_DAYS)))
  return caller.has_factor ? null : due
}

/** @throws Refusal second_factor_required */
export async function requireAdministratorsFactor(context: AuthContext, caller: Caller): Promise<void> {
  const due = await factorDueAt(context, caller)
  if (due !== null && due <= context.clock()) throw new Refusal("second_factor_required")
}
