// Lengths of time in milliseconds, and moments before and after others.

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** A negative count leads back. */
export const addMs = (moment: Date, count: number): Date => new Date(moment.getTime() + count)
export const addSeconds = (moment: Date, count: number): Date => addMs(moment, count * SECOND_MS)
export const addMinutes = (moment: Date, count: number): Date => addMs(moment, count * MINUTE_MS)
export const addHours = (moment: Date, count: number): Date => addMs(moment, count * HOUR_MS)
/** Of 24 hours each. */
export const addDays = (moment: Date, count: number): Date => addMs(moment, count * DAY_MS)
