// Values of a vCard 3.0: text that cannot leave its property, and addresses (RFC 2426 sections 4 and 5).
import { httpUrl } from "../profile/links.ts"

/** Well-formed, with \n as the only control character. */
export const tidy = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\x85\u2028\u2029]/g, "\n")
    .replace(/(?!\n)\p{Cc}/gu, " ")
    .trim()

export const oneLine = (text: string): string => tidy(text).replace(/\n/g, " ")

export const escaped = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replace(/\n/g, "\\n")

/** Addresses are not escaped text, so what would be read as an escape or a separator is percent-encoded. */
export const uri = (text: string): string => (httpUrl(text) ?? "").replace(/[\\,;]/g, encodeURIComponent)
