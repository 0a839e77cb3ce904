// One contact while it is read: what is put in is checked by the rules of the form, and finds its field or becomes an item.
import { FIELD_MAX, FULL_NAME_MIN, IMAGE_MAX_BYTES, IMPORT_SENTENCES_MAX, PROFILE_ITEMS_MAX } from "../limits.ts"
import { FIELD } from "../messages.ts"
import { sniffImage } from "../profile/image.ts"
import { type ItemKind, itemValue } from "../profile/items.ts"
import { parsedUrl } from "../profile/links.ts"
import type { ServiceKey } from "../profile/services.ts"
import { manyLines, nameProblem, oneLine, readableName } from "../text/visible-text.ts"
import { IMPORT } from "./import-messages.ts"
import type { ImportedContact, ImportedItem } from "./imported.ts"
import type { Label } from "./labels.ts"
import { isPersonsPage, isPlainLabel, networkOf } from "./named-service.ts"

type TextField = "full_name" | "job_title" | "business_name" | "bio"

interface Entry extends ImportedItem {
  isPreferred: boolean
  /** a field without a label would lose nothing */
  fitsField: boolean
}

const KIND_NAME: Record<ItemKind | TextField, string> = {
  link: "link",
  phone: "phone number",
  email: "email",
  address: "address",
  date: "date",
  text: "text",
  full_name: "name",
  job_title: "job title",
  business_name: "business name",
  bio: "bio",
}
/** Under which label a second one is kept. */
const SECOND_LABEL = { job_title: "Job title", business_name: "Organization" } as const
const NO_LABEL: Label = { text: "", isCustom: false, isPreferred: false }
const QUOTED_MAX = 60
const COLUMNS_NAMED = 10
const COLUMN_NAME_MAX = 40
/** More than any field holds: what is longer is too long, however it ends. */
const WRITTEN_MAX = 10_000

export type ContactDraft = ReturnType<typeof createContactDraft>

export function createContactDraft() {
  const fields: ImportedContact["fields"] = {}
  const social_media: ImportedContact["social_media"] = {}
  const leftOut = new Set<string>()
  const entries = new Map<string, Entry>()
  let photo: ImportedContact["photo"] = null
  let metOn: string | null = null
  let unknownColumns: string[] = []

  /** Of a field that exists once; a second job title or business name becomes an item, a second bio a further paragraph. */
  function text(field: TextField, written: string) {
    const start = written.slice(0, WRITTEN_MAX)
    const value = field === "bio" ? manyLines(tidy(start)) : singleLine(start)
    const before = fields[field] ?? ""
    if (value === "" || value === before || (field === "full_name" && before !== "")) return
    if (before !== "" && field !== "bio" && field !== "full_name")
      return item("text", value, { ...NO_LABEL, text: SECOND_LABEL[field] })
    const whole = before === "" ? value : `${before}\n\n${value}`
    const usable = field === "full_name" ? usableName(whole) : whole
    if (usable === "") leaveOut(IMPORT.invalid(KIND_NAME[field], quoted(whole)))
    else if (usable.length > FIELD_MAX[field]) leaveOut(IMPORT.tooLong(KIND_NAME[field], quoted(whole)))
    else fields[field] = usable
  }

  /** @param service to which a link is known to belong; then a handle will do */
  function item(kind: ItemKind, written: string, label: Label = NO_LABEL, service: ServiceKey | "" = "") {
    const value = cleaned(kind, written.slice(0, WRITTEN_MAX))
    if (kind === "link" && /^(?:mailto|tel|sms|callto):/i.test(value))
      return item(/^m/i.test(value) ? "email" : "phone", value, label)
    if (value === "") return
    const checked = checkedValue(kind, value, service)
    if ("problem" in checked) {
      const sentence = checked.problem === FIELD.tooLong ? IMPORT.tooLong : IMPORT.invalid
      return leaveOut(sentence(KIND_NAME[kind], quoted(value)))
    }
    let text = singleLine(label.text)
    if (text.length > FIELD_MAX.item_label) {
      leaveOut(IMPORT.labelTooLong(quoted(text)))
      text = ""
    }
    const isPlain = kind === "link" ? isPlainLabel(text, checked.value, checked.service) : !label.isCustom
    // The service names its link already.
    if (kind === "link" && isPlain && checked.service !== "") text = ""
    const key = `${kind} ${kind === "phone" ? checked.value.replace(/[^\p{Nd}+]/gu, "") : checked.value.toLowerCase()}`
    if (!entries.has(key))
      entries.set(key, { kind, label: text, ...checked, isPreferred: label.isPreferred, fitsField: isPlain })
  }

  function picture(bytes: Uint8Array | string | null) {
    if (photo !== null) return
    if (typeof bytes === "string") return leaveOut(IMPORT.photoElsewhere(oneLine(bytes).slice(0, FIELD_MAX.url)))
    const type = bytes === null ? null : sniffImage(bytes)
    if (bytes === null || type === null) leaveOut(IMPORT.photoUnusable)
    else if (bytes.length > IMAGE_MAX_BYTES) leaveOut(IMPORT.photoTooLarge)
    else photo = { type, bytes }
  }

  const leaveOut = (sentence: string) => void leftOut.add(sentence)

  /** @returns null when nothing of it fits on a profile */
  function finish(): ImportedContact | null {
    const preferredFirst = [...entries.values()].sort((a, b) => Number(b.isPreferred) - Number(a.isPreferred))
    for (const field of ["phone", "email", "address"] as const) {
      const candidates = preferredFirst.filter(
        ({ kind, label }) => kind === field && !/\b(?:fax|pager|telex)\b/i.test(label),
      )
      const first = candidates.find(({ fitsField }) => fitsField) ?? candidates[0]
      if (first === undefined) continue
      fields[field === "phone" ? "business_phone" : field] = first.value
      take(first)
    }
    for (const entry of preferredFirst) takeLink(entry)
    const items = [...entries.values()].map(
      ({ kind, label, value, service }): ImportedItem => ({ kind, label, value, service }),
    )
    const tooMany = items.length - PROFILE_ITEMS_MAX
    if (tooMany > 0) leaveOut(IMPORT.overFifty(tooMany))
    const isEmpty = Object.keys(fields).length + Object.keys(social_media).length + items.length === 0 && photo === null
    return isEmpty
      ? null
      : {
          fields,
          social_media,
          items: items.slice(0, PROFILE_ITEMS_MAX),
          photo,
          left_out: firstSentences([...leftOut]),
          ...(metOn !== null && { met: metOn }),
          ...(unknownColumns.length > 0 && { unknown_columns: unknownColumns }),
        }
  }

  function takeLink(entry: Entry) {
    if (entry.kind !== "link" || !entry.fitsField) return
    const network = networkOf(entry.service)
    const key = network ?? (entry.service === "" ? "website" : null)
    if (key === null || social_media[key] !== undefined || (network !== null && !isPersonsPage(entry.value))) return
    social_media[key] = entry.value
    take(entry)
  }

  function take(entry: Entry) {
    for (const [key, other] of entries) if (other === entry) entries.delete(key)
  }

  /** @param day `YYYY-MM-DD`; null or without a year: nothing is known */
  function met(day: string | null) {
    if (day?.startsWith("--") === false) metOn = day
  }

  function unknown(columns: string[]) {
    unknownColumns = columns
    leaveOut(notImported(columns))
  }

  return { text, item, picture, met, unknown, leaveOut, finish, has: (field: TextField) => fields[field] !== undefined }
}

/** Line ends as the form has them; a NUL is a control like any other. */
const tidy = (text: string): string => text.toWellFormed().replace(/\r\n?|[\x85\u2028\u2029]/g, "\n")

const singleLine = (text: string): string => oneLine(tidy(text)).replace(/ {2,}/g, " ")

export const quoted = (text: string): string => {
  const line = singleLine(text.slice(0, 4 * QUOTED_MAX))
  return line.length > QUOTED_MAX ? `${line.slice(0, QUOTED_MAX).toWellFormed()}…` : line
}

function usableName(name: string): string {
  const usable = nameProblem(name, FULL_NAME_MIN) === null ? name : readableName(name)
  return nameProblem(usable, FULL_NAME_MIN) === null ? usable : ""
}

function cleaned(kind: ItemKind, written: string): string {
  if (kind === "text" || kind === "address") return manyLines(tidy(written))
  // A link with a break or a turn of direction inside would be another one without it: it is left out.
  const line = kind === "link" ? written.trim() : singleLine(written)
  if (kind === "email") return emailAddress(/^[^<>]*<([^<>]*)>$/.exec(line)?.[1] ?? line)
  if (kind === "phone")
    return (
      line
        .replace(/^(?:tel|sms|callto):/i, "")
        .replace(/;ext=/i, " ext. ")
        .split(";", 1)[0] ?? ""
    )
  // What forms leave in an empty field.
  return kind === "link" && /^https?:\/*$/i.test(line) ? "" : line
}

/** Without the scheme that programs write before it, and with the domain in ASCII, as browsers' email fields send it. */
function emailAddress(written: string): string {
  const address = written.replace(/^(?:mailto|smtp):/i, "").split("?", 1)[0] ?? ""
  const [, name = "", domain = ""] = /^([^@]+)@([^@/:?#\\]+)$/.exec(address) ?? []
  const host = /\P{ASCII}/u.test(domain) ? parsedUrl(`http://${domain}/`)?.hostname : undefined
  return host === undefined ? address : `${name}@${host}`
}

function checkedValue(kind: ItemKind, value: string, service: ServiceKey | ""): ReturnType<typeof itemValue> {
  if (kind === "phone") {
    if (!/\p{Nd}/u.test(value)) return { problem: FIELD.notText }
    return value.length > FIELD_MAX.business_phone ? { problem: FIELD.tooLong } : { value, service: "" }
  }
  const checked = itemValue(kind, value, service)
  return "problem" in checked && service !== "" ? itemValue(kind, value) : checked
}

/** @param columns names as the file has them */
export const notImported = (columns: string[]): string =>
  IMPORT.noPlace(
    columns
      .slice(0, COLUMNS_NAMED)
      .map((name) => name.slice(0, COLUMN_NAME_MAX))
      .join(", "),
  )

function firstSentences(sentences: string[]): string[] {
  if (sentences.length <= IMPORT_SENTENCES_MAX) return sentences
  const shown = sentences.slice(0, IMPORT_SENTENCES_MAX - 1)
  return [...shown, IMPORT.more(sentences.length - shown.length)]
}
