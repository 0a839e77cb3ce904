// The lines of a contact file, vCard 2.1, 3.0 and 4.0, as address books write them rather than as the standards say.
import { IMPORT_CONTACTS_MAX, IMPORT_ENTRIES_MAX } from "../limits.ts"
import { decoded } from "./file-text.ts"
import { IMPORT } from "./import-messages.ts"
import { ImportError } from "./imported.ts"

export interface Property {
  /** what ties it to its label: "item1" in "item1.TEL" */
  group: string
  /** in capitals; empty when the line has no name that a vCard knows */
  name: string
  /** the values of TYPE, and parameters without a name */
  types: string[]
  /** by name in capitals */
  params: Map<string, string>
  /** one character per byte */
  raw: string
}

/** `isWhole` is false when it has more properties than are read. */
export interface Card {
  properties: Property[]
  isWhole: boolean
}

/** Without them a line is the rest of the text before it, whose line break was not escaped. */
const NAMES = new Set(
  `BEGIN END VERSION ADR AGENT ANNIVERSARY BDAY CALADRURI CALURI CATEGORIES CLASS CLIENTPIDMAP CREATED DEATHDATE EMAIL EXPERTISE FBURL
  FN GENDER GEO GRAMGENDER HOBBY IMPP INTEREST KEY KIND LABEL LANG LANGUAGE LOGO MAILER MEMBER N NAME NICKNAME NOTE ORG ORG-DIRECTORY
  PHOTO PROFILE PRODID PRONOUNS RELATED REV ROLE SOCIALPROFILE SORT-STRING SOUND SOURCE TEL TITLE TZ UID URL XML`.split(
    /\s+/,
  ),
)
const ENCODINGS = new Set(["QUOTED-PRINTABLE", "BASE64", "B", "8BIT", "7BIT"])
const CR = 13
const LF = 10
/** Longer than any name with its parameters. */
const HEAD_MAX = 2000

/** @param text of the whole file, one character per byte @throws ImportError when it has more than `most` contacts */
export function readCards(text: string, most = IMPORT_CONTACTS_MAX): Card[] {
  const cards: Card[] = []
  let card: Card | null = null
  let agents = 0
  for (const line of logicalLines(text)) {
    if (card !== null && card.properties.length >= IMPORT_ENTRIES_MAX && !isEdge(line)) {
      if (agents === 0) card.isWhole = false
      continue
    }
    const property = readProperty(line)
    const isOfCard = property.raw.trim().toUpperCase() === "VCARD"
    if (property.name === "BEGIN" && isOfCard) {
      // A card inside a card is the person's assistant.
      if (agents > 0 || card?.properties.at(-1)?.name === "AGENT") agents++
      else {
        card = { properties: [], isWhole: true }
        if (cards.push(card) > most) throw new ImportError(IMPORT.tooManyContacts)
      }
    } else if (property.name === "END" && isOfCard) {
      if (agents > 0) agents--
      else card = null
    } else if (card !== null && agents === 0) {
      if (card.properties.length < IMPORT_ENTRIES_MAX) card.properties.push(property)
      else card.isWhole = false
    }
  }
  return cards
}

const isEdge = (line: string): boolean => /^(?:[\w-]{1,60}\.)?(?:BEGIN|END)[:;]/i.test(line)

/** Folded lines, soft line breaks and lines that were broken by mistake are one again. */
function* logicalLines(text: string): Generator<string> {
  let parts: string[] = []
  let isQuotedPrintable = false
  let isNote = false
  let goesOn = false
  let keepsSpace = false
  for (const line of physicalLines(text)) {
    const last = parts.at(-1) ?? ""
    if (isQuotedPrintable && last.trimEnd().endsWith("=") && !/^END:/i.test(line)) {
      parts[parts.length - 1] = last.trimEnd().slice(0, -1)
      parts.push(line)
    } else if (parts.length > 0 && /^[ \t]/.test(line)) {
      // In vCard 2.1 lines are broken before a space that belongs to the text.
      parts.push(keepsSpace ? line : line.slice(1))
    } else if (goesOn && !hasName(line)) {
      const part = isNote ? `\\n${line}` : line
      // One empty line stands for any number of them.
      if (line !== "" || (isNote && part !== last)) parts.push(part)
    } else if (line !== "") {
      yield parts.join("")
      parts = [line]
      const start = line.slice(0, 100).toUpperCase()
      isQuotedPrintable = start.includes("QUOTED-PRINTABLE")
      isNote = /^(?:[\w-]{1,60}\.)?NOTE[;:]/.test(start)
      goesOn = isQuotedPrintable || isNote || /^(?:[\w-]{1,60}\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:]/.test(start)
      if (start.startsWith("VERSION:")) keepsSpace = start.includes("2.1")
    }
  }
  yield parts.join("")
}

/** Not by a regular expression: a file may be five million line ends. */
function* physicalLines(text: string): Generator<string> {
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== CR && code !== LF) continue
    yield text.slice(from, at)
    if (code === CR && text.charCodeAt(at + 1) === LF) at++
    from = at + 1
  }
  yield text.slice(from)
}

const hasName = (line: string): boolean => {
  if (line === "") return false
  const name = /^(?:[\w-]{1,60}\.)?([\w-]{1,60})[;:]/.exec(line)?.[1]?.toUpperCase() ?? ""
  return name.startsWith("X-") || NAMES.has(name)
}

/** @param line one character per byte, unfolded */
export function readProperty(line: string): Property {
  const end = hasName(line) ? headEnd(line) : -1
  const property: Property = { group: "", name: "", types: [], params: new Map(), raw: line.slice(end + 1) }
  if (end === -1) return property
  const [fullName = "", ...parameters] = unquotedParts(line.slice(0, end), ";")
  const dot = fullName.indexOf(".")
  property.group = fullName.slice(0, Math.max(0, dot)).toLowerCase()
  property.name = fullName.slice(dot + 1).toUpperCase()
  for (const parameter of parameters) readParameter(parameter, property)
  return property
}

function headEnd(line: string): number {
  let isQuoted = false
  const length = Math.min(line.length, HEAD_MAX)
  for (let at = 0; at < length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted
    if (line[at] === ":" && !isQuoted) return at
  }
  return line.slice(0, HEAD_MAX).indexOf(":")
}

function readParameter(parameter: string, { types, params }: Property) {
  // A label of its own, as some phones write it: X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=E5=AE=B6)
  const custom = /^X-CUSTOM\(CHARSET=([\w-]+),ENCODING=QUOTED-PRINTABLE,([^()]*)\)$/i.exec(parameter)
  if (custom !== null) types.push(`X-${decoded(fromQuotedPrintable(custom[2] ?? ""), custom[1])}`)
  const equals = parameter.indexOf("=")
  const name = parameter.slice(0, Math.max(0, equals)).trim().toUpperCase()
  const value = decoded(parameter.slice(equals + 1).trim())
  if (custom !== null || value === "") return
  if (name === "" && ENCODINGS.has(value.toUpperCase())) params.set("ENCODING", value)
  else if (name === "" || name === "TYPE")
    types.push(
      ...unquoted(value)
        .split(",")
        .map((type) => type.trim()),
    )
  else if (!params.has(name)) params.set(name, unquoted(value))
}

const unquoted = (text: string): string => text.replaceAll('"', "").trim()

function unquotedParts(text: string, separator: string): string[] {
  const parts: string[] = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (text[at] === separator && !isQuoted) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

/** @returns one character per byte */
export const fromQuotedPrintable = (raw: string): string =>
  raw.replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
