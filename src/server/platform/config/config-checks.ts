// Turns the text of a setting into its value, or throws an Error whose message completes "NAME …".
import { isIP } from "node:net"
import { isEmailAddress } from "../../../domain/account/email-address.ts"
import { WAYS_IN, type WayIn } from "../../../domain/account/policy.ts"
import { TAP_RETENTION_DAYS } from "../../../domain/limits.ts"

const RETENTION_MAX_DAYS = 3650

export const optional = (text: string | undefined): string | null => (text?.trim() ? text.trim() : null)

export function port(text: string | undefined): number {
  const value = Number(optional(text) ?? "3000")
  if (!Number.isInteger(value) || value < 0 || value > 65535) throw new Error("must be a port number from 0 to 65535")
  return value
}

/** One of these words; the first is the default. */
export const oneOf =
  <Word extends string>(...words: readonly [Word, ...Word[]]) =>
  (text: string | undefined): Word => {
    const value = optional(text) ?? words[0]
    const word = words.find((known) => known === value)
    if (word === undefined) throw new Error(`must be one of ${words.join(", ")}`)
    return word
  }

const HOURLY_MAX = 1_000_000

export const wholeNumber =
  (least: number, most: number, otherwise: number = least) =>
  (text: string | undefined): number => {
    const value = Number(optional(text) ?? otherwise)
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Error(`must be a whole number from ${least} to ${most}`)
    return value
  }

export function share(text: string | undefined): number {
  const value = Number(optional(text) ?? 1)
  if (!(value >= 0 && value <= 1)) throw new Error("must be a number from 0 (no request) to 1 (all requests)")
  return value
}

/** `name=value,name=value`, with percent-encoding where needed (W3C Baggage), as OpenTelemetry's settings are. */
export function pairs(text: string | undefined): Record<string, string> {
  const entries = (text ?? "").split(",").filter((part) => part.trim() !== "")
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name, value] = /^\s*([\w.-]+)\s*=(.*)$/.exec(entry) ?? []
      const decoded = value === undefined ? null : decodedOrNull(value.trim())
      if (name === undefined || decoded === null) throw new Error("must look like name=value,name=value")
      return [name, decoded]
    }),
  )
}

function decodedOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** A number per hour. */
export const perHour = (usual: number) => wholeNumber(1, HOURLY_MAX, usual)

export function origin(text: string | undefined): string | null {
  const value = optional(text)
  if (value === null) return null
  const { href, origin, protocol } = URL.canParse(value) ? new URL(value) : { href: "", origin: "", protocol: "" }
  // Otherwise a path, query, fragment or credentials would be silently ignored.
  if (!/^https?:$/.test(protocol) || href !== `${origin}/`)
    throw new Error("must be an address such as https://cards.example.com, without a path")
  return origin
}

/** One line of text: it is part of subjects and senders of emails. */
export function siteName(text: string | undefined): string {
  const value = optional(text) ?? "Meishi"
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) throw new Error("must be one line of text")
  return value
}

export const urlOf =
  (schemes: string[], hint: string) =>
  (text: string | undefined): string | null => {
    const value = optional(text)
    if (value === null) return null
    if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol.slice(0, -1)))
      throw new Error(`must look like ${hint}`)
    return value
  }

/** Comma-separated, each once. */
export const urlsOf =
  (schemes: string[], hint: string) =>
  (text: string | undefined): string[] => {
    const urls = (text ?? "").split(",").map(urlOf(schemes, hint))
    const given = urls.filter((url) => url !== null)
    if (new Set(given).size < given.length) throw new Error("must name each address once")
    return given
  }

/** Https only, so that no one on the way can read the token; on this machine, http is allowed. */
export function purgeUrl(text: string | undefined): string | null {
  const value = optional(text)
  if (value === null) return null
  const { protocol, hostname, username } = URL.canParse(value) ? new URL(value) : new URL("none:")
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
  if (protocol !== "https:" && !(protocol === "http:" && isHere)) throw new Error("must be an https address")
  if (username !== "") throw new Error("must not hold credentials: use CDN_PURGE_TOKEN")
  return value
}

/** Any other text would fail with each request, unseen by who has set it. These are all that a header may hold, also spaces: a CDN's own. */
export function headerToken(text: string | undefined): string | null {
  const value = optional(text)
  if (value !== null && !/^[\t\x20-\x7e\x80-\xff]+$/.test(value))
    throw new Error("must be one line, of characters that a header can hold (ISO 8859-1)")
  return value
}

export function flag(text: string | undefined): boolean | null {
  const value = optional(text)
  if (value === null) return null
  if (value !== "true" && value !== "false") throw new Error("must be true or false")
  return value === "true"
}

/** Without the spaces and empty places between commas, in lower case, each once. */
const words = (text: string | undefined): string[] => [
  ...new Set(
    (text ?? "")
      .split(",")
      .map((word) => word.trim().toLowerCase())
      .filter(Boolean),
  ),
]

export function domains(text: string | undefined): string[] {
  const all = words(text)
  // A comma that was left over must not open the site.
  if (all.length === 0 && optional(text) !== null) throw new Error("must list one or more domains such as example.com")
  const wrong = all.find((domain) => !isEmailAddress(`a@${domain}`))
  if (wrong !== undefined) throw new Error(`must list domains such as example.com, not ${wrong}`)
  return all
}

/** Null: all that there are. */
export function waysIn(text: string | undefined): WayIn[] | null {
  if (optional(text) === null) return null
  const all = words(text)
  const isWrong = all.length === 0 || all.some((word) => !WAYS_IN.some((way) => way === word))
  if (isWrong) throw new Error(`must list one or more of ${WAYS_IN.join(", ")}`)
  return WAYS_IN.filter((way) => all.includes(way))
}

export function days(text: string | undefined): number {
  const value = Number(optional(text) ?? TAP_RETENTION_DAYS)
  if (!Number.isInteger(value) || value < 0 || value > RETENTION_MAX_DAYS)
    throw new Error(`must be a number of days up to ${RETENTION_MAX_DAYS}, or 0`)
  return value
}

export function address(text: string | undefined): string | null {
  const value = optional(text)
  if (value !== null && !/^[^\s@<>]+@[^\s@<>]+$/.test(value)) throw new Error("must be an email address")
  return value
}

export function sender(text: string | undefined): string | null {
  const value = optional(text)
  if (value !== null && !/^([^<>\p{Cc}]+ )?<?[^\s@<>]+@[^\s@<>]+>?$/u.test(value))
    throw new Error("must be an email address, or look like Meishi <cards@example.com>")
  return value
}

export function secret(text: string | undefined): string | null {
  const value = optional(text)
  if (value !== null && value.length < 32)
    throw new Error("must have at least 32 characters (try: openssl rand -hex 32)")
  return value
}

export function networks(text: string | undefined): string[] {
  const entries = (text ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean)
  for (const entry of entries) {
    const [host = "", bits = "0"] = entry.split("/")
    const widest = isIP(host) === 6 ? 128 : 32
    if (isIP(host) === 0 || !/^\d+$/.test(bits) || Number(bits) > widest)
      throw new Error("must list addresses or networks such as 127.0.0.1, 10.0.0.0/8")
  }
  return entries
}

/** Credit for the city databases: a few words and their link. */
export function credit(text: string | undefined): { text: string; url: string } {
  const words = /^(.*\S)\s+(https?:\/\/\S+)$/.exec(text?.trim() || "IP Geolocation by DB-IP https://db-ip.com")
  if (words?.[1] === undefined || words[2] === undefined || !URL.canParse(words[2]))
    throw new Error("must be a few words followed by a link")
  return { text: words[1], url: words[2] }
}
