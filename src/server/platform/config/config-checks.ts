// Turns the text of a setting into its value, or throws an Error whose message completes "NAME …".
import { isIP } from "node:net"
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

/** How many of something in an hour. */
export const perHour =
  (usual: number) =>
  (text: string | undefined): number => {
    const value = Number(optional(text) ?? usual)
    if (!Number.isInteger(value) || value < 1 || value > HOURLY_MAX)
      throw new Error(`must be a whole number from 1 to ${HOURLY_MAX}`)
    return value
  }

export const wholeNumber =
  (least: number, most: number, otherwise: number = least) =>
  (text: string | undefined): number => {
    const value = Number(optional(text) ?? otherwise)
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Error(`must be a whole number from ${least} to ${most}`)
    return value
  }

export function origin(text: string | undefined): string | null {
  const value = optional(text)
  if (value === null) return null
  const { href, origin, protocol } = URL.canParse(value) ? new URL(value) : { href: "", origin: "", protocol: "" }
  // A path, a query, a fragment or a user name would be left out silently otherwise.
  if (!/^https?:$/.test(protocol) || href !== `${origin}/`)
    throw new Error("must be an address such as https://cards.example.com, without a path")
  return origin
}

/** One line of text: it stands in the subject and the sender of emails. */
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

export function flag(text: string | undefined): boolean | null {
  const value = optional(text)
  if (value === null) return null
  if (value !== "true" && value !== "false") throw new Error("must be true or false")
  return value === "true"
}

export function requiredOrOptional(text: string | undefined): "required" | "optional" {
  const value = optional(text) ?? "required"
  if (value !== "required" && value !== "optional") throw new Error("must be required or optional")
  return value
}

export function days(text: string | undefined): number {
  const value = Number(optional(text) ?? TAP_RETENTION_DAYS)
  if (!Number.isInteger(value) || value < 0 || value > RETENTION_MAX_DAYS)
    throw new Error(`must be a number of days up to ${RETENTION_MAX_DAYS}, or 0`)
  return value
}

export function address(text: string | undefined): string | null {
  const value = optional(text)
  if (value !== null && !/^[^\s@<>]+@[^\s@<>]+$/.test(value)) throw new Error("must be an e-mail address")
  return value
}

export function sender(text: string | undefined): string | null {
  const value = optional(text)
  if (value !== null && !/^([^<>\p{Cc}]+ )?<?[^\s@<>]+@[^\s@<>]+>?$/u.test(value))
    throw new Error("must be an e-mail address, or look like Meishi <cards@example.com>")
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
