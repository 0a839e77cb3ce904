// The items of a profile as properties of a vCard 3.0. Apple's address books read a label from X-ABLabel beside the property, in a group
// of the same name; Android's read it from TYPE, quoted or not.
import type { ContactItem } from "../profile/contact-fields.ts"
import { escaped, oneLine, tidy, uri } from "./vcard-text.ts"

type Property = [name: string, value: string]

/** Labels that every address book knows, as their types. In capitals, because every object has a "constructor". */
const KNOWN_TYPES: Record<"phone" | "email" | "address", Record<string, string>> = {
  phone: { MOBILE: "CELL", WORK: "WORK,VOICE", HOME: "HOME,VOICE", FAX: "FAX", "": "VOICE" },
  email: { WORK: "INTERNET,WORK", HOME: "INTERNET,HOME", "": "INTERNET,HOME" },
  address: { WORK: "WORK", HOME: "HOME", "": "HOME" },
}
/** Apple translates its own labels. */
const APPLE_DATE_LABELS: Record<string, string> = { ANNIVERSARY: "_$!<Anniversary>!$_", "": "_$!<Other>!$_" }
const NAME = { phone: "TEL", email: "EMAIL" } as const

/**
 * Each item as one property, with a second one for a label of the owner's choice; texts are in `itemNotes`.
 * @param before of the card that they are added to: how many groups it has, and whether a birthday
 */
export function itemProperties(items: readonly ContactItem[], before = { groups: 0, hasBirthday: false }): Property[] {
  const birthday = before.hasBirthday ? undefined : birthdayOf(items)
  return items.flatMap((item, at) =>
    item === birthday ? [["BDAY", escaped(oneLine(item[2]))]] : propertiesOf(item, `item${before.groups + at + 1}`),
  )
}

/** A person has one birthday, and some address books keep the last one of several: the date called so, else the first without a label. */
function birthdayOf(items: readonly ContactItem[]): ContactItem | undefined {
  const dates = items.filter(([kind]) => kind === "date")
  const called = (name: string) => dates.find(([, label]) => oneLine(label).toUpperCase() === name)
  return called("BIRTHDAY") ?? called("")
}

/** Lines for the note: "Opening hours: Mon to Fri". */
export const itemNotes = (items: readonly ContactItem[]): string[] =>
  items.flatMap(([kind, label, value]) => (kind === "text" ? [label === "" ? value : `${label}: ${value}`] : []))

function propertiesOf([kind, label, value]: ContactItem, group: string): Property[] {
  if (kind === "text") return []
  const shown = oneLine(label)
  const text = escaped(kind === "address" ? tidy(value) : oneLine(value))
  const labeled = (name: string, content: string, appleLabel = escaped(shown)): Property[] => [
    [`${group}.${name}`, content],
    [`${group}.X-ABLabel`, appleLabel],
  ]
  if (kind === "link") return labeled(`URL${typeOf(shown)}`, uri(value))
  if (kind === "date") return labeled("X-ABDATE", text, APPLE_DATE_LABELS[shown.toUpperCase()])
  const known = KNOWN_TYPES[kind][shown.toUpperCase()]
  // Android up to 7.1 loses a folded line directly behind an address: its label stands between the two.
  if (kind === "address")
    return labeled(
      `ADR${known ? `;TYPE=${known}` : typeOf(shown)}`,
      `;;${text};;;;`,
      known && `_$!<${known === "WORK" ? "Work" : "Home"}>!$_`,
    )
  // Without INTERNET, which is the default (RFC 2426 section 3.3.2): Android would show it as the label.
  return known ? [[`${NAME[kind]};TYPE=${known}`, text]] : labeled(NAME[kind] + typeOf(shown), text)
}

/**
 * A label as a TYPE. Quotes allow spaces and other scripts (RFC 2426 section 4); separators are left out for readers that ignore quotes,
 * and ^ for those that know RFC 6868.
 * A label that is also a vCard type gets X- in front, which Android removes when it shows the label.
 */
function typeOf(label: string): string {
  const text = label
    .replace(/[\s",:;^\\]+/g, " ")
    .trim()
    .replace(/^x-|^(dom|intl|parcel|pref)$/i, "X-$&")
  return text && `;TYPE=${/[^\w-]/.test(text) ? `"${text}"` : text}`
}
