// Checks of single values in an archive. Each takes the value as JSON has it, and its row.
import { emailForm } from "../../../domain/forms.ts"
import { httpUrl } from "../../../domain/profile/links.ts"

export type Row = Readonly<Record<string, unknown>>
export type Check = (value: unknown, row: Row) => boolean

/** `since`: the number of migrations after which the column exists; default: that of its table. */
interface Column {
  check: Check
  since?: number
}
export interface Table {
  since: number
  columns: Record<string, Check | Column>
}

const INTEGER_MAX = 2 ** 31 - 1
/** Far enough below 2^53 that numbers never run out after the highest one. */
const ID_MAX = 2 ** 48
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/
const DAY = /^\d{4}-\d\d-\d\d$/
const SHA256 = /^[0-9a-f]{64}$/

/** What the database can hold: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

/** @param max UTF-16 units, as the forms count */
export const text =
  (max: number): Check =>
  (value) =>
    typeof value === "string" && value.length <= max && isStorable(value)

export const like =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === "string" && pattern.test(value)

export const oneOf =
  (known: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && known.includes(value)

export const either =
  (...checks: Check[]): Check =>
  (value, row) =>
    checks.some((check) => check(value, row))

export const both =
  (...checks: Check[]): Check =>
  (value, row) =>
    checks.every((check) => check(value, row))

export const empty: Check = (value) => value === ""
const missing: Check = (value) => value === null
export const optional = (check: Check): Check => either(missing, check)

export const uuid = like(UUID)
export const sha256 = like(SHA256)

/** Real dates: not February 30. */
const isDate = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) && !day.startsWith("0000")
}
export const day: Check = (value) => typeof value === "string" && DAY.test(value) && isDate(value)
export const moment: Check = (value) =>
  typeof value === "string" && MOMENT.test(value) && isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))

const integer =
  (least: number, most: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
export const flag: Check = (value) => typeof value === "boolean"
export const count = integer(0, INTEGER_MAX)
/** of an authenticator: 32 bits without a sign */
export const uses = integer(0, 2 ** 32 - 1)
export const positive = (most: number): Check => integer(1, most)
export const rowNumber = integer(1, ID_MAX)
export const revision = integer(0, ID_MAX)

export const email: Check = (value) =>
  typeof value === "string" &&
  isStorable(value) &&
  emailForm().safeParse({ email: value }).success &&
  value === value.trim()

export const link =
  (max: number): Check =>
  (value) =>
    typeof value === "string" && value.length <= max && isStorable(value) && httpUrl(value) !== null

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An object of which each value passes. */
export const record =
  (key: Check, each: Check): Check =>
  (value, row) =>
    isObject(value) && Object.entries(value).every(([name, inside]) => key(name, row) && each(inside, row))

export const scalar = (max: number): Check =>
  either((value, row) => flag(value, row) || Number.isFinite(value), text(max))

/** JSON with limits on its characters and its depth. */
export function json(maxCharacters: number, maxDepth: number): Check {
  const isPlain = (value: unknown, depth: number): boolean => {
    if (value === null || scalar(maxCharacters)(value, {})) return true
    if (typeof value !== "object" || depth === 0) return false
    return Object.entries(value).every(
      ([key, inside]) => key !== "__proto__" && isStorable(key) && isPlain(inside, depth - 1),
    )
  }
  return (value) => isPlain(value, maxDepth) && JSON.stringify(value).length <= maxCharacters
}
