// Lengths of time in milliseconds, moments before and after others, and moments as text.

const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
]

/** A negative count goes back in time. */
export const addMs = (moment: Date, count: number): Date => new Date(moment.getTime() + count)
export const addSeconds = (moment: Date, count: number): Date => addMs(moment, count * SECOND_MS)
export const addMinutes = (moment: Date, count: number): Date => addMs(moment, count * MINUTE_MS)
export const addHours = (moment: Date, count: number): Date => addMs(moment, count * HOUR_MS)
/** Of 24 hours each. */
export const addDays = (moment: Date, count: number): Date => addMs(moment, count * DAY_MS)

/** "May 22, 2025", of a day such as "2025-05-22"; "May 22" of "--05-22", which has no year; empty for none. */
export function calendarDayOf(day: string): string {
  if (day === "") return ""
  const [year, month, date] = day.replace("--", "-").split("-")
  return `${MONTHS[Number(month) - 1]} ${Number(date)}${year && `, ${year}`}`
}

/** YYYY-MM-DD, in UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

export const isoOrNull = (moment: Date | null): string | null => moment?.toISOString() ?? null
