// The life of an account (specification section 4; decisions: docs/decisions/account-lifecycle.md).
import { ERASURE_WAIT_DAYS, REACTIVATION_WINDOW_DAYS } from "../limits.ts"
import { addDays } from "../time.ts"

export interface DeletionDates {
  deleted_at: Date | null
  deletion_scheduled_at: Date | null
}

/** What the list of users can be filtered by. */
export const USER_FILTERS = ["active", "deactivated"] as const
export type UserFilter = (typeof USER_FILTERS)[number]

export type AccountState = "active" | "deactivated" | "gone"

/**
 * active; deactivated while the date of deletion lies ahead; gone from that date on, whether or not the purge has run.
 */
export function accountState(dates: DeletionDates, now: Date): AccountState {
  if (dates.deleted_at === null) return "active"
  const scheduled = dates.deletion_scheduled_at
  return scheduled !== null && scheduled > now ? "deactivated" : "gone"
}

export interface Visibility extends DeletionDates {
  /** since when a moderator hides it; null: not hidden */
  hidden_at: Date | null
}

/** Whether a profile is public. Its owner may see it in every state. */
export const isShown = (profile: Visibility, now: Date): boolean =>
  profile.hidden_at === null && accountState(profile, now) === "active"

/** When an account that is deactivated at `now` will be deleted for good. */
export const deletionDate = (now: Date): Date => addDays(now, REACTIVATION_WINDOW_DAYS)

/** From when administrators may delete an account for good that was deactivated at `deletedAt`. */
export const erasableFrom = (deletedAt: Date): Date => addDays(deletedAt, ERASURE_WAIT_DAYS)

/** What must be typed before an account is deactivated. */
export const DEACTIVATION_WORD = "deactivate"
export const confirmsDeactivation = (typed: string): boolean => typed.trim().toLowerCase() === DEACTIVATION_WORD
