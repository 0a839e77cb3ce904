// The only attempt that a key ever has, counted by a statement that does something else as well.
import { placeholder, sql } from "drizzle-orm"
import type { Queries } from "../db/queries.ts"
import { UNFLUSHED } from "./rate-limits-store.ts"

export interface OnlyAttempt {
  key: string
  /** ISO 8601 */
  resets_at: string
}

/**
 * Parts of a statement: they count the only attempt that a key ever has, and `only_attempt` has a row for it. A window does not start
 * again: such keys are random. Needs the values of `OnlyAttempt`. The statement does not wait for the disk, so it may write nothing else.
 */
export function onlyAttempt(db: Queries) {
  const first = sql`
    insert into rate_limits (key, count, resets_at)
    select ${placeholder("key")}, 1, ${placeholder("resets_at")} from unflushed
    on conflict do nothing returning key`
  return [db.$with("unflushed", {}).as(UNFLUSHED), db.$with("only_attempt", {}).as(first)] as const
}
