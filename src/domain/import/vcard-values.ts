// The value of a vCard property as text: its transfer encoding, its character set and its escapes undone.
import { decoded, fromBase64 } from "./file-text.ts"
import { fromQuotedPrintable, type Property } from "./vcard-lines.ts"

const encodingOf = ({ params }: Property): string => params.get("ENCODING")?.toUpperCase() ?? ""

export const valueText = (property: Property): string => unescaped(valueParts(property, "")[0] ?? "")

/** The components of N, ADR and ORG. */
export const valueComponents = (property: Property): string[] => valueParts(property, ";").map(unescaped)

/** Longer than any field, in any character set: what is cut is left out as too long, or lies behind the parts that are read. */
const TEXT_BYTES_MAX = 100_000

/** Cut between the characters of UTF-8. */
const start = (raw: string): string =>
  raw.length <= TEXT_BYTES_MAX ? raw : raw.slice(0, TEXT_BYTES_MAX).replace(/[\xc0-\xff]?[\x80-\xbf]{0,3}$/, "")

/** Semicolons that are quoted-printable belong to the text: it is split first. Japanese letters may hold a backslash: they are decoded first. */
function valueParts(property: Property, separator: string): string[] {
  const charset = property.params.get("CHARSET")
  const raw = start(property.raw)
  if (encodingOf(property) !== "QUOTED-PRINTABLE") return splitUnescaped(decoded(raw, charset), separator)
  return splitUnescaped(raw, separator).map((part) => decoded(fromQuotedPrintable(part), charset))
}

function splitUnescaped(text: string, separator: string): string[] {
  if (separator === "" || !text.includes(separator)) return [text]
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++
    else if (text[at] === separator) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

const unescaped = (text: string): string =>
  text.replace(/\\([\\;,:nN])/g, (_, character: string) => (/n/i.test(character) ? "\n" : character))

/** The bytes of a picture, the address of one that is elsewhere, or null when it is neither. */
export function valuePicture(property: Property): Uint8Array<ArrayBuffer> | string | null {
  const raw = property.raw.replace(/\s/g, "")
  const data = /^data:[\w/+.-]{0,100}(?:;[\w=.-]{1,100}){0,5}?;base64\\?,/i.exec(raw)
  if (data !== null) return fromBase64(raw.slice(data[0].length))
  if (/^https?(?:\\)?:/i.test(raw)) return unescaped(raw)
  return /^b/i.test(encodingOf(property)) || raw.length > 100 ? fromBase64(raw) : null
}
