// Links as they are typed into a form. Stricter than what is shown, and separate from it: a visitor's page need not carry these rules.
import { FIELD_MAX } from "../limits.ts"
import { fromPunycode } from "../text/punycode.ts"
import { httpUrl, parsedUrl } from "./links.ts"

const HOST_MAX = 253
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?$/
const INTERNATIONAL = "xn--"

/** Stands for a label that leads back to it; any other is taken by parsers and found by no resolver. */
function isInternational(label: string): boolean {
  const meant = fromPunycode(label.slice(INTERNATIONAL.length))
  return meant !== null && parsedUrl(`http://${meant}/`)?.hostname === label
}

/** @param host as the parser understood it @param typed as it was typed, without a port */
function isHost(host: string, typed: string): boolean {
  if (host.startsWith("[")) return true
  // Parsers read "2130706433" and "0x7f.1" as addresses too; people mean something else.
  if (/^\d[\d.]*$/.test(host)) return host === typed
  const labels = host.replace(/\.$/, "").split(".")
  const isFine = (label: string) => LABEL.test(label) && (!label.startsWith(INTERNATIONAL) || isInternational(label))
  return host.length <= HOST_MAX && labels.every(isFine)
}

/** A link that can be shown, to a host that can exist. */
export function isLink(text: string): boolean {
  if (text.length > FIELD_MAX.url) return false
  const typed = /^https?:\/\/([^/?#\\]+)/i.exec(text)?.[1]
  if (typed === undefined || /[\s@%]/.test(typed) || httpUrl(text) === null) return false
  const url = parsedUrl(text)
  return url !== null && url.port !== "0" && isHost(url.hostname, typed.replace(/:\d*$/, ""))
}

/** Completes a bare address: "example.com/me" becomes "https://example.com/me". Anything else stays as typed. */
export function withScheme(text: string): string {
  if (text.length > FIELD_MAX.url) return text
  const isBare = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*\.(?:\p{L}{2,}|xn--[a-z0-9-]+)(:\d+)?(?:[/?#]\S*)?$/iu
  return isBare.test(text) && isLink(`https://${text}`) ? `https://${text}` : text
}
