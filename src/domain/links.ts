// Links people put on their cards: http(s) only, on save and again wherever one is shown.
import { fromPunycode } from "./punycode.ts"

const SCHEME_AND_HOST = /^https?:\/\/([^/?#\\]+)/i
/** Also what turns the direction of text: such a link is read as another one. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const HOST_MAX = 253
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const INTERNATIONAL = "xn--"

/** Not URL.canParse: for some long hosts it says yes, and the parser then throws. */
function parsed(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Stands for a label that leads back to it; any other is taken by parsers and found by no resolver. */
function isInternational(label: string): boolean {
  const meant = fromPunycode(label.slice(INTERNATIONAL.length))
  return meant !== null && parsed(`http://${meant}/`)?.hostname === label
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

/** The address normalized, or null when it is not a link we show: no http(s), no host that can exist, credentials or controls inside. */
export function httpUrl(text: string): string | null {
  const typed = SCHEME_AND_HOST.exec(text)?.[1]
  if (typed === undefined || /[\s@%]/.test(typed) || CONTROLS.test(text)) return null
  const url = parsed(text)
  return url !== null && url.port !== "0" && isHost(url.hostname, typed.replace(/:\d*$/, "")) ? url.href : null
}

/** A kindness of the form: "example.com/me" left in a field becomes "https://example.com/me"; all else is left as typed. */
export function withScheme(text: string): string {
  const isBare = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*\.(?:\p{L}{2,}|xn--[a-z0-9-]+)(:\d+)?(?:[/?#]\S*)?$/iu
  return isBare.test(text) && httpUrl(`https://${text}`) !== null ? `https://${text}` : text
}

/** As shown to people: without the protocol and a lone trailing slash (specification section 2). */
export const displayUrl = (url: string): string => url.replace(/^https?:\/\//i, "").replace(/\/$/, "")
