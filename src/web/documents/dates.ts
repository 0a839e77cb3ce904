// Dates as the policies print them.
import { lazily } from "../../domain/lazily.ts"

const LONG = lazily(() => new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }))

/** "2025-05-22" → "May 22, 2025" */
export const longDate = (day: string): string => (day === "" ? "" : LONG().format(new Date(`${day}T00:00:00Z`)))
