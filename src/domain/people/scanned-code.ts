// What the text of a QR code says about a person: a contact, a profile of this site, or something for the note.
import { isEmailAddress } from "../account/email-address.ts"
import { byteString } from "../import/file-text.ts"
import { vcardContact } from "../import/vcard-contact.ts"
import { readCards } from "../import/vcard-lines.ts"
import { mayBeProfilePath } from "../paths.ts"
import { httpUrl } from "../profile/links.ts"
import { oneLine } from "../text/visible-text.ts"
import { detailsOf } from "./address-book.ts"
import { PERSON_NOTE_MAX } from "./people-limits.ts"
import type { PersonDetails, PersonEntry } from "./person.ts"
import { readPerson } from "./person-card.ts"

export type ScannedCode =
  | { kind: "contact"; details: PersonDetails }
  | { kind: "profile"; username: string }
  | { kind: "card"; card_id: string }
  | { kind: "text"; details: PersonDetails }

/** @param origin of this site */
export function readCode(text: string, origin: string): ScannedCode {
  const code = text.trim()
  if (/^BEGIN:VCARD/i.test(code)) {
    const details = vcardDetails(code)
    if (details !== null) return { kind: "contact", details }
  }
  if (/^MECARD:/i.test(code)) return { kind: "contact", details: meCard(code.slice("MECARD:".length)) }
  const link = httpUrl(code)
  const url = link === null ? null : new URL(link)
  if (url?.origin === origin) {
    const card_id = /^\/card\/([\w-]{1,64})$/.exec(url.pathname)?.[1]
    if (card_id !== undefined) return { kind: "card", card_id }
    const path = url.pathname.replace(/\.vcf$/, "")
    if (mayBeProfilePath(path)) return { kind: "profile", username: path.slice(1) }
  }
  const entry = link === null ? entryOf(code) : ({ kind: "link", label: "", value: link } as const)
  if (entry !== null) return { kind: "contact", details: { ...EMPTY, entries: [entry] } }
  return { kind: "text", details: { ...EMPTY, note: code.slice(0, PERSON_NOTE_MAX).toWellFormed() } }
}

const EMPTY: PersonDetails = { full_name: "", job_title: "", business_name: "", entries: [], note: "", tags: [] }

function vcardDetails(code: string): PersonDetails | null {
  const person = /^VERSION:[ \t]*2/im.test(code) ? null : readPerson(code)
  if (person !== null) {
    const { uid: _, ...details } = person
    return details
  }
  const [card] = readCards(byteString(new TextEncoder().encode(code)))
  const contact = card === undefined ? null : vcardContact(card)
  return contact === null ? null : detailsOf(contact)
}

function entryOf(code: string): PersonEntry | null {
  const [, scheme = "", rest = ""] = /^(mailto|tel|sms|smsto):([^?]{1,300})/i.exec(code) ?? []
  const value = oneLine(rest)
  if (/^mailto$/i.test(scheme)) return isEmailAddress(value) ? { kind: "email", label: "", value } : null
  if (scheme !== "") return { kind: "phone", label: "", value: value.split(":")[0] ?? "" }
  return isEmailAddress(code) ? { kind: "email", label: "", value: code } : null
}

/** NTT Docomo's format: fields end with a semicolon, and a backslash makes a character plain. */
function meCard(text: string): PersonDetails {
  const details = { ...EMPTY, entries: [] as PersonEntry[] }
  for (const field of split(text, ";")) {
    const [, name = "", raw = ""] = /^\s*([A-Z-]{1,20}):(.*)$/is.exec(field) ?? []
    const value = oneLine(unescaped(raw))
    if (value === "") continue
    const kind = KINDS[name.toUpperCase()]
    if (name.toUpperCase() === "N") {
      const [family = "", given = ""] = split(raw, ",").map((part) => oneLine(unescaped(part)))
      details.full_name = `${given} ${family}`.trim()
    } else if (name.toUpperCase() === "ORG") details.business_name = value
    else if (name.toUpperCase() === "TITLE") details.job_title = value
    else if (name.toUpperCase() === "NOTE") details.note = value
    else if (kind === "date")
      details.entries.push({ kind, label: "Birthday", value: value.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3") })
    else if (kind !== undefined) details.entries.push({ kind, label: "", value })
  }
  return details
}

const KINDS: Record<string, PersonEntry["kind"]> = {
  TEL: "phone",
  "TEL-AV": "phone",
  EMAIL: "email",
  URL: "link",
  ADR: "address",
  BDAY: "date",
}

/** At separators that no backslash stands before. */
function split(text: string, separator: string): string[] {
  const parts: string[] = []
  let part = ""
  for (let at = 0; at < text.length; at++) {
    if (text[at] === separator) {
      parts.push(part)
      part = ""
    } else part += text[at] === "\\" ? text.slice(at, ++at + 1) : text[at]
  }
  return [...parts, part]
}

const unescaped = (text: string): string => text.replace(/\\(.)/gs, "$1")
