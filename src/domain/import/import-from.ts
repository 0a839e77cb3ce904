// Reads a contact file, an export of another site or a list of links for a profile. Runs on the owner's device: nothing is sent.
import { IMPORT_MAX_BYTES } from "../limits.ts"
import { byteString, decoded } from "./file-text.ts"
import { IMPORT } from "./import-messages.ts"
import { ImportError, type Imported, type ImportedContact } from "./imported.ts"
import { dataOfSavedPage, readJsonExport } from "./json-export.ts"
import { readLinkList } from "./link-list.ts"
import { readTable } from "./table.ts"
import { vcardContact } from "./vcard-contact.ts"
import { readCards } from "./vcard-lines.ts"

/** @throws ImportError whose message is a sentence for the owner */
export function importFrom(file: { name: string; bytes: Uint8Array }): Imported {
  if (file.bytes.length > IMPORT_MAX_BYTES) throw new ImportError(IMPORT.tooLarge)
  const raw = byteString(file.bytes)
  const { format, contacts } = read(raw)
  const found = contacts.filter((contact) => contact !== null)
  if (found.length === 0) throw new ImportError(IMPORT.nothing)
  return { format, contacts: found }
}

/** The same for what was pasted. @throws ImportError */
export function importFromText(pasted: string): Imported {
  if (pasted.length > IMPORT_MAX_BYTES) throw new ImportError(IMPORT.tooLarge)
  return importFrom({ name: "", bytes: new TextEncoder().encode(pasted) })
}

/** Programs, archives and pictures have bytes at their start that no text has. */
const isBinary = (start: string): boolean =>
  start.startsWith("%PDF-") ||
  Array.from(start, (character) => character.charCodeAt(0)).some((code) => code < 9 || (code > 13 && code < 27))

/** A page, a picture as text and their like, but not a link in HTML that was pasted. */
const PAGE = /^<(?:!|\?|html|head|body|script|svg|pre|div)/i

function read(raw: string): { format: Imported["format"]; contacts: (ImportedContact | null)[] } {
  const start = raw.slice(0, 1000).trimStart()
  if (isVcard(start)) return { format: "vcard", contacts: readCards(raw).map(vcardContact) }
  if (isBinary(start)) throw new ImportError(IMPORT.unreadable)
  const text = decoded(raw).trimStart()
  const json = text.startsWith("<") ? dataOfSavedPage(text) : text
  const exported = json === null || !/^\s*[{[]/.test(json) ? null : readJsonExport(json)
  if (exported !== null) return exported
  if (PAGE.test(text) || text.startsWith("{")) throw new ImportError(IMPORT.unreadable)
  const rows = readTable(text)
  return rows === null ? { format: "links", contacts: [readLinkList(text)] } : { format: "csv", contacts: rows }
}

/** Some programs write a line or two before the first contact. */
const isVcard = (start: string): boolean =>
  /^BEGIN:VCARD/i.test(start) || (/^[ \t]*BEGIN:VCARD/im.test(start) && !isBinary(start) && !start.startsWith("<"))
