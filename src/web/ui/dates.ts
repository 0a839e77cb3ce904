// Moments as the application shows them: in the reader's own time zone, in the language of the interface.
import { lazily } from "../../domain/lazily.ts"

const DAY = lazily(() => new Intl.DateTimeFormat("en-US", { dateStyle: "long" }))
const SHORT_DAY = lazily(() => new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }))
const MOMENT = lazily(() => new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" }))
const SINCE = lazily(() => new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }))

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** "May 22, 2025" */
export const dayOf = (iso: string): string => DAY().format(new Date(iso))

/** "May 22, 2025", and "Nov 21, 2026" where there is little room */
export const shortDayOf = (iso: string): string => SHORT_DAY().format(new Date(iso))

/** "May 22, 2025, 9:41 AM" */
export const momentOf = (iso: string): string => MOMENT().format(new Date(iso))

/** "5 minutes ago"; from a week on the day itself. */
export function sinceOf(iso: string, now: Date, day = dayOf): string {
  const ago = now.getTime() - new Date(iso).getTime()
  if (ago < MINUTE_MS) return "just now"
  if (ago < HOUR_MS) return SINCE().format(-Math.floor(ago / MINUTE_MS), "minute")
  if (ago < DAY_MS) return SINCE().format(-Math.floor(ago / HOUR_MS), "hour")
  if (ago < 7 * DAY_MS) return SINCE().format(-Math.floor(ago / DAY_MS), "day")
  return day(iso)
}
