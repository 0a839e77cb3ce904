// When and where the owner met a person, as lines of a contact that exist on the way into an import only.
import { oneLine } from "../text/visible-text.ts"
import { PERSON_EVENT_MAX } from "./people-limits.ts"

export interface Met {
  /** `YYYY-MM-DD`; null: not said */
  day: string | null
  event: string
}

/** @param card that ends with a line end */
export function withMet(card: string, { day, event }: Met): string {
  const lines = [
    ...(day === null ? [] : [`X-MEISHI-MET:${day}\r\n`]),
    ...(event === "" ? [] : [`X-MEISHI-EVENT:${eventOf(event)}\r\n`]),
  ]
  return card.replace(/END:VCARD\s*$/i, () => `${lines.join("")}END:VCARD\r\n`)
}

/** The card without those lines, and noon of the day; null: not said, or not in the past. */
export function takeMet(card: string, now: Date): { card: string; metOn: Date | null; event: string } {
  const [dayLine = "", day = ""] = /^X-MEISHI-MET:(\d{4}-\d{2}-\d{2})\r?\n/m.exec(card) ?? []
  const [eventLine = "", event = ""] = /^X-MEISHI-EVENT:([^\r\n]*)\r?\n/m.exec(card) ?? []
  const noon = new Date(`${day}T12:00:00Z`)
  return {
    card: card.replace(dayLine, "").replace(eventLine, ""),
    metOn: noon < now && noon.getTime() > 0 ? noon : null,
    event: eventOf(event),
  }
}

const eventOf = (written: string): string => oneLine(written).slice(0, PERSON_EVENT_MAX).toWellFormed()
