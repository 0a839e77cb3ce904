// Writes the XML of responses. What people wrote becomes text, never markup.
import { escapedMarkup } from "../../../domain/markup.ts"
import { CALENDARSERVER, CARDDAV, DAV } from "./xml-reader.ts"

/** Characters that XML 1.0 cannot hold, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const hasOnlyXmlCharacters = (text: string): boolean => text.isWellFormed() && text.search(NOT_XML) === -1

/** Also for attributes. A line's end stays as it is: a reader would make a bare line feed of it. */
export const xmlText = (text: string): string =>
  escapedMarkup(text.toWellFormed().replace(NOT_XML, "")).replaceAll("\r", "&#13;")

const PREFIXES: Record<string, string> = { [DAV]: "d", [CARDDAV]: "c", [CALENDARSERVER]: "cs" }
export const NAMESPACES = Object.entries(PREFIXES)
  .map(([uri, prefix]) => `xmlns:${prefix}="${uri}"`)
  .join(" ")

/** @param name qualified, as `xml-reader.ts` reads it @param content XML */
export function element(name: string, content = ""): string {
  const at = name.lastIndexOf("|")
  const [uri, local] = [name.slice(0, at), name.slice(at + 1)]
  const prefix = PREFIXES[uri]
  const tag = prefix === undefined ? local : `${prefix}:${local}`
  const declared = prefix === undefined ? ` xmlns="${xmlText(uri)}"` : ""
  return content === "" ? `<${tag}${declared}/>` : `<${tag}${declared}>${content}</${tag}>`
}

export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
