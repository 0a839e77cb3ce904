// Lines and values of a vCard 3.0: text that cannot leave its property, and addresses (RFC 2426 sections 4 and 5).
import { httpUrl } from "../profile/links.ts"

/** Well-formed, with \n as the only control character. */
export const tidy = (text: string): string =>
  text
    // Halves of a character; older browsers have no function for it.
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/\r\n?|[\x85\u2028\u2029]/g, "\n")
    .replace(/(?!\n)\p{Cc}/gu, " ")
    .trim()

export const oneLine = (text: string): string => tidy(text).replace(/\n/g, " ")

export const escaped = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replace(/\n/g, "\\n")

/** Addresses are not escaped text, so what would be read as an escape or a separator is percent-encoded. */
export const uri = (text: string): string => (httpUrl(text) ?? "").replace(/[\\,;]/g, encodeURIComponent)

const LINE_OCTETS = 75

/** Of one character in UTF-8. */
export const octets = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Lines of at most 75 octets, broken between characters only, continued behind a space (RFC 2425 section 5.8.1). */
export function folded(line: string): string {
  const lines: string[] = []
  let begin = 0
  let at = 0
  let length = 0
  for (const character of line) {
    length += octets(character)
    if (length > LINE_OCTETS) {
      lines.push(line.slice(begin, at))
      begin = at
      length = 1 + octets(character)
    }
    at += character.length
  }
  return `${[...lines, line.slice(begin)].join("\r\n ")}\r\n`
}
