// Formats times in the reader's time zone, and calendar days, which have none. Without the browser's formatters,
// because creating one takes a phone a tenth of a second before it shows anything.
import { DAY_MS, HOUR_MS, MINUTE_MS, MONTHS } from "../../domain/time.ts"

/** No line breaks inside a date or a time. */
const NBSP = "\u00a0"

function written(iso: string, letters?: number): string {
  const date = new Date(iso)
  return [`${MONTHS[date.getMonth()]?.slice(0, letters)}`, `${date.getDate()},`, date.getFullYear()].join(NBSP)
}

/** "May 22, 2025" */
export const dayOf = (iso: string): string => written(iso)

/** "May 22, 2025", or "Nov 21, 2026" if there is little room */
export const shortDayOf = (iso: string): string => written(iso, 3)

/** "Nov 22", of a day such as "2025-11-22" */
export function monthDayOf(day: string): string {
  const date = new Date(day)
  return `${MONTHS[date.getUTCMonth()]?.slice(0, 3)} ${date.getUTCDate()}`
}

/** "May 22, 2025, 9:41 AM"; a line can break before the time */
export function momentOf(iso: string): string {
  const date = new Date(iso)
  const hours = date.getHours()
  const minutes = String(date.getMinutes()).padStart(2, "0")
  return `${written(iso, 3)}, ${hours % 12 || 12}:${minutes}${NBSP}${hours < 12 ? "AM" : "PM"}`
}

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"} ago`

/** "5 minutes ago"; after a week, the day. */
export function sinceOf(iso: string, now: Date, day = dayOf): string {
  const ms = now.getTime() - new Date(iso).getTime()
  if (ms < MINUTE_MS) return "just now"
  if (ms < HOUR_MS) return ago(Math.floor(ms / MINUTE_MS), "minute")
  if (ms < DAY_MS) return ago(Math.floor(ms / HOUR_MS), "hour")
  if (ms < 2 * DAY_MS) return "yesterday"
  if (ms < 7 * DAY_MS) return ago(Math.floor(ms / DAY_MS), "day")
  return day(iso)
}
