// Data that programs store with an account (the protocol's user_metadata): plain JSON of limited size. It decides nothing here:
// no role, no profile and no address is ever read from it.
import * as z from "zod/mini"
import { Refusal } from "../errors.ts"
import { fieldErrors, signupFields } from "../forms.ts"
import { FIELD_MAX, USER_METADATA_DEPTH_MAX, USER_METADATA_MAX_BYTES } from "../limits.ts"
import { FIELD } from "../messages.ts"
import { oneLine } from "../text/visible-text.ts"
import { USER_DATA } from "./account-messages.ts"
import { ACCOUNT_FIELD } from "./field-messages.ts"

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export interface UserMetadata {
  username?: string
  full_name?: string
  phone?: string
  [key: string]: Json | undefined
}

/** Names with rules of their own, and the only ones in access tokens. */
const OWN = ["username", "full_name", "phone"] as const

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Without NUL and lone surrogates, which the database refuses. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "")

/** Parsed JSON as the database can store it. */
function plain(value: unknown, depth: number): Json {
  if (depth > USER_METADATA_DEPTH_MAX) throw new Refusal("validation_failed", { message: USER_DATA.deep })
  if (typeof value === "string") return storable(value)
  if (typeof value === "number") return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) return value.map((each) => plain(each, depth + 1))
  if (isObject(value)) return plainObject(value, depth)
  return typeof value === "boolean" ? value : null
}

function plainObject(value: Record<string, unknown>, depth: number): { [key: string]: Json } {
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      // Programs that copy it key by key would set their own prototypes with it.
      if (key === "__proto__") throw new Refusal("validation_failed", { message: USER_DATA.key })
      return [storable(key), plain(each, depth + 1)]
    }),
  )
}

/** All but the names with rules of their own; empty when `data` is not an object. @throws Refusal validation_failed */
export function otherMetadata(data: unknown): { [key: string]: Json } {
  if (!isObject(data)) return {}
  const others = Object.entries(data).filter(([key]) => !OWN.some((own) => own === storable(key)))
  return plainObject(Object.fromEntries(others), 0)
}

/** @throws Refusal validation_failed when it takes too much room */
export function boundedMetadata(metadata: UserMetadata): UserMetadata {
  const bytes = new TextEncoder().encode(JSON.stringify(metadata)).length
  if (bytes > USER_METADATA_MAX_BYTES) throw new Refusal("validation_failed", { message: USER_DATA.large })
  return metadata
}

/** The part in an access token, which must stay small. */
export function ownMetadata(metadata: UserMetadata): Pick<UserMetadata, (typeof OWN)[number]> {
  return Object.fromEntries(OWN.flatMap((name) => (metadata[name] === undefined ? [] : [[name, metadata[name]]])))
}

function checkedName(given: unknown): string {
  const parsed = z.safeParse(z.pick(signupFields(), { fullName: true }), { fullName: given })
  if (parsed.success) return parsed.data.fullName
  throw new Refusal("validation_failed", { message: fieldErrors(parsed.error).fullName ?? ACCOUNT_FIELD.fullNameShort })
}

function checkedPhone(given: unknown): string {
  if (typeof given !== "string") throw new Refusal("validation_failed", { message: FIELD.notText })
  const phone = oneLine(storable(given))
  if (phone.length > FIELD_MAX.business_phone) throw new Refusal("validation_failed", { message: FIELD.tooLong })
  return phone
}

/**
 * Changes it as the protocol does: given values replace, null removes, the rest stays. The username is chosen once, at sign-up.
 * @throws Refusal validation_failed
 */
export function changedMetadata(present: UserMetadata, data: unknown): UserMetadata {
  if (!isObject(data)) throw new Refusal("validation_failed", { message: USER_DATA.shape })
  const { username, full_name, phone } = data
  if (username !== undefined && username !== present.username)
    throw new Refusal("validation_failed", { message: USER_DATA.username })
  const given: UserMetadata = {
    ...otherMetadata(data),
    ...(full_name !== undefined && { full_name: full_name === null ? null : checkedName(full_name) }),
    ...(phone !== undefined && { phone: phone === null ? null : checkedPhone(phone) }),
  } as UserMetadata
  const kept = Object.entries({ ...present, ...given }).filter(([, value]) => value !== null)
  return boundedMetadata(Object.fromEntries(kept))
}
