// Who is calling, and who needs a second factor: all that guards and other features know about authentication.
import { accountState } from "../../../domain/account/lifecycle.ts"
import { needsFactor } from "../../../domain/account/policy.ts"
import { Refusal } from "../../../domain/errors.ts"
import { FACTOR_GRACE_DAYS, SEEN_EVERY_S } from "../../../domain/limits.ts"
import { addDays, addSeconds } from "../../../domain/time.ts"
import { errorText } from "../../platform/log.ts"
import type { Auth } from "./auth.ts"
import type { Caller } from "./caller.ts"
import { relyingParty } from "./passkeys/verify-credential.ts"
import { createSessionLookup, markSeen } from "./session/sessions-store.ts"
import { startFactorGrace } from "./users-store.ts"

export type Access = ReturnType<typeof createAccess>

/** What decides about a second factor. */
type FactorHolder = Pick<Caller, "user_id" | "roles" | "second_factor_due_at" | "has_factor" | "aal">

type Needs = Pick<Auth, "accessTokens" | "clock" | "config" | "database" | "log" | "ownerMarks">

export function createAccess({ accessTokens, clock, config, database, log, ownerMarks }: Needs) {
  const { db } = database
  const findSession = createSessionLookup(db, relyingParty({ config }).id)
  /** Sessions being marked as used: while the database is slow, more requests of a session add no more work. */
  const marking = new Set<string>()

  /** @throws Refusal bad_jwt; session_not_found, also when the account is gone */
  async function requireCaller(accessToken: string): Promise<Caller> {
    const now = clock()
    const token = await accessTokens.read(accessToken, now)
    const found = await findSession(token.session_id, token.user_id, now)
    const account = found === undefined ? "gone" : accountState(found, now)
    if (found === undefined || account === "gone") throw new Refusal("session_not_found", { userId: token.user_id })
    const { last_seen_at, user_metadata, deleted_at, deletion_scheduled_at, ...caller } = found
    noteActivity(caller.session_id, last_seen_at, now)
    const has_factor = caller.factor_types.length > 0
    // An access token from before the code keeps its level, whatever has happened to its session since.
    const aal = caller.factor_verified_at === null ? "aal1" : token.aal
    return {
      ...caller,
      has_factor,
      account,
      full_name: caller.full_name ?? user_metadata.full_name ?? "",
      aal,
      needs_factor: caller.kind === "password" && has_factor && aal === "aal1",
    }
  }

  /** At most every few minutes, and no request waits for it. */
  function noteActivity(sessionId: string, lastSeen: Date, now: Date): void {
    const since = addSeconds(now, -SEEN_EVERY_S)
    if (lastSeen > since || marking.has(sessionId)) return
    marking.add(sessionId)
    markSeen(db, sessionId, since, now)
      .catch((error) => log.warn("auth.seen_not_noted", { session: sessionId, error: errorText(error) }))
      .finally(() => marking.delete(sessionId))
  }

  /**
   * When this user must have a second factor, if the setting SECOND_FACTOR requires one: seven days after it was first required. The seven
   * days also start for users who have a factor, so that removing it later does not start them again.
   * @returns null for users who need none, who have one, or who signed in with a passkey
   */
  async function ensureFactorDueAt(caller: FactorHolder): Promise<Date | null> {
    if (!needsFactor(config.SECOND_FACTOR, caller.roles)) return null
    const due =
      caller.second_factor_due_at ?? (await startFactorGrace(db, caller.user_id, addDays(clock(), FACTOR_GRACE_DAYS)))
    return caller.has_factor || caller.aal === "aal2" ? null : due
  }

  /** For everything that only roles with a factor may do. @throws Refusal second_factor_required */
  async function requireFactorSetUp(caller: FactorHolder): Promise<void> {
    const due = await ensureFactorDueAt(caller)
    if (due !== null && due <= clock()) throw new Refusal("second_factor_required")
  }

  /** For everyone's own things: without the factor that everyone needs, an account can only get one. @throws Refusal second_factor_required */
  async function requireEveryonesFactor(caller: FactorHolder): Promise<void> {
    if (config.SECOND_FACTOR === "everyone") await requireFactorSetUp(caller)
  }

  return { clock, ownerMarks, requireCaller, ensureFactorDueAt, requireFactorSetUp, requireEveryonesFactor }
}
