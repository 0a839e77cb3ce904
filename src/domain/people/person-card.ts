// A person as a vCard. The card is what is stored, so that what another program wrote and we cannot show survives every change here.
import { itemProperties } from "../contact/item-properties.ts"
import { splitName } from "../contact/names.ts"
import { escaped, folded, oneLine, tidy } from "../contact/vcard-text.ts"
import { byteString } from "../import/file-text.ts"
import { labelOf } from "../import/labels.ts"
import { joinedName } from "../import/person-name.ts"
import { postalLines } from "../import/postal-address.ts"
import { type Property, readProperty } from "../import/vcard-lines.ts"
import { valueComponents, valueText } from "../import/vcard-values.ts"
import type { ContactItem } from "../profile/contact-fields.ts"
import { httpUrl } from "../profile/links.ts"
import { withScheme } from "../profile/typed-links.ts"
import { manyLines, oneLine as visibleLine } from "../text/visible-text.ts"
import type { PersonDetails, PersonEntry } from "./person.ts"

export interface Line {
  /** unfolded, without its line end */
  text: string
  property: Property
}

/** Null when the text is not exactly one vCard. */
export function linesOf(card: string): Line[] | null {
  // No database stores this character.
  if (card.includes("\0")) return null
  const lines = unfolded(card).map((text) => ({ text, property: readProperty(bytesOf(text)) }))
  const isMark = (line: Line | undefined, name: string) =>
    line?.property.name === name && line.property.raw.trim().toUpperCase() === "VCARD"
  const isOne = lines.filter((line) => isMark(line, "BEGIN")).length === 1
  return isOne && isMark(lines[0], "BEGIN") && isMark(lines.at(-1), "END") ? lines : null
}

/** Its properties, in their order; empty when the text is not exactly one vCard. */
export const cardProperties = (card: string): Property[] => linesOf(card)?.map(({ property }) => property) ?? []

/** How many there are that cost time whenever the card is read: each property, and each tag. The members of a group are not read. */
export function propertiesIn(card: string): number {
  const lines = unfolded(card)
  const counted = lines.some((text) => GROUP.test(text)) ? lines.filter((text) => !MEMBER.test(text)) : lines
  return counted.reduce((count, text) => count + (CATEGORIES.test(text) ? text.split(",").length : 1), 0)
}

const CATEGORIES = /^(?:[\w-]{1,60}\.)?CATEGORIES[;:]/i
const GROUP = /^(?:[\w-]{1,60}\.)?(?:X-ADDRESSBOOKSERVER-)?KIND(?:;[^:]{0,200})?:\s*group\s*$/i
const MEMBER = /^(?:[\w-]{1,60}\.)?(?:X-ADDRESSBOOKSERVER-)?MEMBER[;:]/i

const unfolded = (card: string): string[] =>
  card
    .replace(FOLDS, "")
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== "")

const encoder = new TextEncoder()

/** One character per byte. */
const bytesOf = (text: string): string => (/[^ -~\t]/.test(text) ? byteString(encoder.encode(text)) : text)

/** What a person's form shows of the card; null when the text is not one vCard. */
export function readPerson(card: string): CardDetails | null {
  const lines = linesOf(card)
  return lines === null ? null : personOf(lines)
}

export type CardDetails = PersonDetails & { uid: string }

/** What a person's form shows of a card. @param placed its entries, if they were read before */
export function personOf(lines: Line[], placed = entriesOf(lines)): CardDetails {
  const first = (name: string) => lines.find(({ property }) => property.name === name)?.property
  const text = (name: string) => {
    const property = first(name)
    return property === undefined ? "" : valueText(property).trim()
  }
  const organization = first("ORG")
  const name = first("N")
  const [family, given, middle, prefix, suffix] = name === undefined ? [] : valueComponents(name)
  const business_name = organization === undefined ? "" : (valueComponents(organization)[0] ?? "").trim()
  return {
    uid: oneLine(text("UID")),
    full_name: oneLine(text("FN") || joinedName({ family, given, middle, prefix, suffix }) || business_name),
    job_title: oneLine(text("TITLE")),
    business_name: oneLine(business_name),
    entries: placed.map(({ entry }) => entry),
    note: tidy(text("NOTE")),
    tags: lines.flatMap(({ property }) => (property.name === "CATEGORIES" ? tagsOf(property) : [])),
  }
}

/** A group of contacts, in version 4 or as Apple writes it in version 3 (RFC 6350 section 6.1.4). */
export const isGroup = (lines: Line[]): boolean =>
  lines.some(
    ({ property: { name, raw } }) =>
      /^(?:X-ADDRESSBOOKSERVER-)?KIND$/.test(name) && raw.trim().toLowerCase() === "group",
  )

/** Byte for byte the same card with another UID. @param uid empty: none */
export function withUid(card: string, uid: string): string {
  let written = uid === "" ? "" : folded(`UID:${escaped(oneLine(uid))}`)
  return card.replace(RAW_LINES, (line) => {
    if (!/^(?:[\w-]{1,60}\.)?UID[;:]/i.test(line.replace(FOLDS, ""))) return line
    const first = written
    written = ""
    return first
  })
}

/** With their folded parts and their ends. */
const RAW_LINES = /[^\r\n]*(?:(?:\r\n?|\n)[ \t][^\r\n]*)*(?:\r\n?|\n)?/g
const FOLDS = /(?:\r\n?|\n)[ \t]/g

const tagsOf = (property: Property): string[] =>
  property.raw
    .split(/(?<!\\),/)
    .map((raw) => oneLine(valueText({ ...property, raw })))
    .filter((tag) => tag !== "")

interface PlacedEntry {
  entry: PersonEntry
  line: Line
}

const KINDS = new Map<string, PersonEntry["kind"]>([
  ["TEL", "phone"],
  ["EMAIL", "email"],
  ["URL", "link"],
  ["ADR", "address"],
  ["BDAY", "date"],
  ["ANNIVERSARY", "date"],
  ["X-ABDATE", "date"],
])
/** A label is shown with every entry of its group: together they must not be many times the card. */
const LABEL_MAX = 200
const DATE_LABELS: Record<string, string> = { BDAY: "Birthday", ANNIVERSARY: "Anniversary" }

export function entriesOf(lines: Line[]): PlacedEntry[] {
  const labels = new Map<string, string>()
  for (const { property } of lines)
    if (property.name === "X-ABLABEL" && property.group !== "")
      labels.set(property.group, valueText(property).slice(0, LABEL_MAX))
  return lines.flatMap((line) => {
    const { name, types, group } = line.property
    const kind = KINDS.get(name)
    if (kind === undefined) return []
    const value = cleanValue(kind, kind === "address" ? addressOf(line.property) : withoutOmittedYear(line.property))
    if (value === "") return []
    const label = DATE_LABELS[name] ?? labelOf(types, labels.get(group)).text
    return [{ line, entry: { kind, label: oneLine(label), value } }]
  })
}

/** Apple writes a birthday without a year as one of 1604, and says so. */
function withoutOmittedYear(property: Property): string {
  const text = valueText(property).trim()
  const year = property.params.get("X-APPLE-OMIT-YEAR")
  return year !== undefined && text.startsWith(`${year}-`) ? `-${text.slice(year.length)}` : text
}

const cleanValue = (kind: PersonEntry["kind"], value: string): string => {
  if (kind === "phone") return oneLine(value.replace(/^tel:/i, ""))
  if (kind === "email") return oneLine(value.replace(/^mailto:/i, ""))
  // Dates may be written without hyphens, and with a time.
  if (kind === "date") return oneLine(value.split("T")[0] ?? "").replace(/^(\d{4}|--)(\d{2})(\d{2})$/, hyphenated)
  return kind === "address" ? tidy(value) : oneLine(value)
}

const hyphenated = (_: string, year: string, month: string, day: string): string =>
  `${year === "--" ? "--" : `${year}-`}${month}-${day}`

function addressOf(property: Property): string {
  const [box, extended, street, city, region, code, country] = valueComponents(property)
  return postalLines({ box, extended, street, city, region, code, country })
}

/** @param uid for example `urn:uuid:…`; it never changes */
export function newPersonCard(uid: string, details: PersonDetails, now: Date): string {
  const empty = `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:${escaped(oneLine(uid))}\r\nEND:VCARD\r\n`
  return changedPersonCard(empty, details, now)
}

/** The card with these details: properties that say the same as before stay as they are, and so does what `PersonDetails` does not hold. */
export function changedPersonCard(card: string, details: PersonDetails, now: Date): string {
  const lines = linesOf(card)
  if (lines === null) throw new Error("not a vCard")
  return changedCard(lines, details, now)
}

/** `changedPersonCard`, of a card whose lines were read before. */
export function changedCard(lines: Line[], details: PersonDetails, now: Date): string {
  const placed = entriesOf(lines)
  const before = personOf(lines, placed)
  const dropped = new Set<Line>()
  const drop = (...names: string[]) => {
    for (const line of lines) if (names.includes(line.property.name)) dropped.add(line)
  }
  const added: string[] = []
  const property = (name: string, value: string) => value !== "" && added.push(`${name}:${value}`)

  const hasName = lines.some(({ property: { name } }) => name === "FN")
  if (details.full_name !== before.full_name || !hasName) {
    drop("N", "FN")
    const { family, given } = splitName(details.full_name)
    property("N", `${escaped(family)};${escaped(given)};;;`)
    property("FN", escaped(details.full_name))
  }
  for (const [name, key] of [
    ["ORG", "business_name"],
    ["TITLE", "job_title"],
    ["NOTE", "note"],
  ] as const)
    if (details[key] !== before[key]) {
      // Only the one that the form showed: a version 4 card may have further ones.
      const shown = lines.find((line) => line.property.name === name)
      if (shown !== undefined) dropped.add(shown)
      property(name, escaped(tidy(details[key])))
    }
  if (details.tags.join("\n") !== before.tags.join("\n")) {
    drop("CATEGORIES")
    property("CATEGORIES", details.tags.map((tag) => escaped(oneLine(tag))).join(","))
  }
  drop("REV")
  const isFour = lines.some(({ property: { name, raw } }) => name === "VERSION" && raw.trim() === "4.0")
  const moment = `${now.toISOString().slice(0, 19)}Z`
  // Version 4 writes moments and dates without separators (RFC 6350 section 4.3).
  property("REV", isFour ? moment.replace(/[-:]/g, "") : moment)

  const wanted = new Map<string, PersonEntry[]>()
  for (const entry of details.entries) {
    const same = wanted.get(exactly(entry))
    if (same === undefined) wanted.set(exactly(entry), [entry])
    else same.push(entry)
  }
  const left = new Set(details.entries)
  for (const { entry, line } of placed) {
    const same = wanted.get(exactly(entry))?.shift()
    if (same === undefined) dropped.add(line)
    else left.delete(same)
  }
  dropLabels(lines, dropped)
  const groups = lines.map(({ property: { group } }) => Number(/^item(\d{1,6})$/.exec(group)?.[1] ?? 0))
  const hasBirthday = lines.some((line) => line.property.name === "BDAY" && !dropped.has(line))
  for (const [name, value] of entryProperties([...left], Math.max(0, ...groups), hasBirthday))
    property(name, isFour && name === "BDAY" ? value.replace(/(?<=\d)-/g, "") : value)

  const kept = lines.filter((line) => !dropped.has(line)).map(({ text }) => text)
  return [...kept.slice(0, -1), ...added, ...kept.slice(-1)].map(folded).join("")
}

function entryProperties(entries: PersonEntry[], groups: number, hasBirthday: boolean) {
  const items = entries.map(({ kind, label, value }) => [kind, label, value] as const)
  const dates = items.filter(([kind]) => kind === "date")
  const others = items.filter(([kind]) => kind !== "date")
  return [
    ...others.flatMap((item, at) => unlabeled(item) ?? itemProperties([item], { groups: groups + at, hasBirthday })),
    ...itemProperties(dates, { groups: groups + others.length, hasBirthday }),
  ]
}

/** On a profile these are at home. Of someone else, we would only be guessing: lists would show a label that no one chose. */
function unlabeled([kind, label, value]: ContactItem): [name: string, value: string][] | null {
  if (oneLine(label) !== "") return null
  if (kind === "email") return [["EMAIL", escaped(oneLine(value))]]
  return kind === "address" ? [["ADR", `;;${escaped(tidy(value))};;;;`]] : null
}

/** A label goes with the last entry of its group. */
function dropLabels(lines: Line[], dropped: Set<Line>): void {
  const kept = new Set<string>()
  const emptied = new Set<string>()
  for (const line of lines)
    if (line.property.name !== "X-ABLABEL") (dropped.has(line) ? emptied : kept).add(line.property.group)
  for (const line of lines) {
    const { name, group } = line.property
    if (name === "X-ABLABEL" && group !== "" && emptied.has(group) && !kept.has(group)) dropped.add(line)
  }
}

/** "mine" may become "Mine". The types of a card, and "Birthday", have a case of their own. */
const exactly = (entry: PersonEntry): string =>
  entry.kind === "date" ? keyOf(entry) : `${keyOf(entry)}\n${labelOf([], visibleLine(entry.label)).text}`

/** Forms complete links, and remove what turns the direction of text: such an entry is still the same. */
export function keyOf({ kind, label, value }: PersonEntry): string {
  const text = kind === "address" ? manyLines(value) : visibleLine(value)
  return [kind, visibleLine(label).toLowerCase(), kind === "link" ? (httpUrl(withScheme(text)) ?? text) : text].join(
    "\n",
  )
}
