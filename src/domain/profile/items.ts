// The further entries of a profile: links, phone numbers, emails, addresses, dates and texts, each with a label of its owner's choice.
import { isEmailAddress } from "../account/email-address.ts"
import { FIELD_MAX, URL_MAX } from "../limits.ts"
import { FIELD, ITEM } from "../messages.ts"
import { manyLines, oneLine } from "../text/visible-text.ts"
import { calendarDayOf } from "../time.ts"
import { httpUrl } from "./links.ts"
import { type ServiceKey, serviceAddress, serviceOf } from "./services.ts"
import { isLink, withScheme } from "./typed-links.ts"

export const ITEM_KINDS = ["link", "phone", "email", "address", "date", "text"] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

export const ITEM_KIND_LABEL: Record<ItemKind, string> = {
  link: "Link",
  phone: "Phone",
  email: "Email",
  address: "Address",
  date: "Date",
  text: "Text",
}

/** As it is stored and as everyone receives it (profile.ts has its schema). */
export interface ProfileItem {
  kind: ItemKind
  label: string
  value: string
  service: ServiceKey | ""
  on_page: boolean
  in_contact: boolean
}

/** Suggestions of the form. Those of phone numbers, emails and addresses are types that every address book knows. */
export const ITEM_LABELS: Record<ItemKind, readonly string[]> = {
  link: ["Website", "Booking", "Portfolio", "Shop", "Blog"],
  phone: ["Mobile", "Work", "Home", "Fax"],
  email: ["Work", "Home"],
  address: ["Work", "Home"],
  date: ["Birthday", "Anniversary"],
  text: ["Opening hours", "Pronouns", "Languages"],
}

const VALUE_MAX = {
  link: FIELD_MAX.url,
  phone: FIELD_MAX.business_phone,
  email: FIELD_MAX.email,
  address: FIELD_MAX.address,
  date: 10,
  text: FIELD_MAX.item_text,
} as const

/**
 * What was typed, as the value to store.
 * @returns the value and the service it belongs to, or the sentence that says what is wrong
 */
export function itemValue(
  kind: ItemKind,
  typed: string,
  service: ServiceKey | "" = "",
): { value: string; service: ServiceKey | "" } | { problem: string } {
  if (typed.trim() === "") return { problem: ITEM.empty }
  if (typed.length > VALUE_MAX[kind]) return { problem: FIELD.tooLong }
  if (kind === "link") return linkValue(typed, service)
  const value = kind === "address" || kind === "text" ? manyLines(typed) : oneLine(typed)
  if (kind === "email" && !isEmailAddress(value)) return { problem: FIELD.contactEmailInvalid }
  if (kind === "date" && !isItemDate(value)) return { problem: ITEM.dateInvalid }
  return { value, service: "" }
}

function linkValue(typed: string, service: ServiceKey | "") {
  const address = service === "" ? withScheme(typed.trim()) : serviceAddress(service, typed)
  if (address === null || !isLink(address)) return { problem: service === "" ? FIELD.urlInvalid : ITEM.handleInvalid }
  const normalized = httpUrl(address) ?? address
  // Percent-encoded, other scripts are several times as long: what is too long is not shown.
  const value = normalized.length > URL_MAX ? address : normalized
  return { value, service: service || serviceOf(value) || ("" as const) }
}

/** A day of the calendar, with its year or, for a birthday, without one. */
export function isItemDate(text: string): boolean {
  const parts = /^(?:(\d{4})|-)-(\d{2})-(\d{2})$/.exec(text)
  if (parts === null) return false
  // A leap year stands for every year: February 29 is a birthday.
  const [year, month, day] = [Number(parts[1] ?? 2000), Number(parts[2]), Number(parts[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** As people read it: "May 4, 1990", or "May 4" without a year. What is not a date, such as one half typed, stays as it is. */
export function displayItemDate(stored: string): string {
  return isItemDate(stored) ? calendarDayOf(stored) : stored
}
