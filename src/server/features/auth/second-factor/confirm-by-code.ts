// A code shown once more in a session that is signed in already: nothing about the session changes, its tokens neither.
import { Refusal } from "../../../../domain/errors.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext } from "../context.ts"
import { useStep, verifiedFactorsOf } from "./factors-store.ts"
import { attemptCode } from "./verify-factor.ts"

/** @throws Refusal mfa_factor_not_found, mfa_verification_failed, too_many_requests */
export async function confirmByCode(context: AuthContext, caller: Caller, typed: string): Promise<void> {
  const { clock, database } = context
  const [factor] = await verifiedFactorsOf(database.db, caller.user_id)
  if (factor === undefined) throw new Refusal("mfa_factor_not_found")
  const now = clock()
  await attemptCode(context, caller, factor, typed, null, now, async (matched) => {
    if (!(await useStep(database.db, matched.factor.id, matched.step, now)))
      throw new Refusal("mfa_verification_failed")
  })
}
