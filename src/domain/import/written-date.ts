// Dates as address books write them.
import { isItemDate } from "../profile/items.ts"
import type { ContactDraft } from "./contact-draft.ts"

/** Apple's year for birthdays without one. */
const NO_YEAR = "1604"
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

/**
 * @param withoutYear the year that stands for none in this file
 * @returns `YYYY-MM-DD` or `--MM-DD`; null when the day cannot be known, as of 4/5/1990
 */
export function writtenDate(written: string, withoutYear = NO_YEAR): string | null {
  const text = written.trim().slice(0, 40)
  const [year = "", month = "", day = ""] = parts(text)
  const date = `${year === withoutYear || year === NO_YEAR ? "-" : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  return isItemDate(date) ? date : null
}

function parts(text: string): string[] {
  const iso =
    /^(\d{4}|-)-?(\d{2})-?(\d{2})(?:[T ]|$)/.exec(text) ?? /^(\d{4})[/.年] ?(\d{1,2})[/.月] ?(\d{1,2})日?$/.exec(text)
  if (iso !== null) return iso.slice(1)
  const [, ofMonth = "", name = "", ofYear = ""] = /^(\d{1,2}) ([a-z]{3})[a-z]{0,6} (\d{4})$/i.exec(text) ?? []
  const month = MONTHS.indexOf(name.toLowerCase()) + 1
  if (name !== "" && month > 0) return [ofYear, String(month), ofMonth]
  const german = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(text)
  if (german !== null) return german.slice(1).reverse()
  const [, first = "", second = "", year = ""] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text) ?? []
  if (Number(first) > 12 || first === second) return [year, second, first]
  return Number(second) > 12 ? [year, first, second] : []
}

/** As a date, or as text where the day cannot be known. @param withoutYear as above */
export function takeDate(draft: Pick<ContactDraft, "item">, written: string, text: string, withoutYear?: string) {
  const label = { text, isCustom: false, isPreferred: false }
  const date = writtenDate(written, withoutYear)
  if (date !== null) draft.item("date", date, label)
  // Outlook writes zeros for a date that was never entered.
  else if (!/^[0/. :-]*$/.test(written)) draft.item("text", written, label)
}
