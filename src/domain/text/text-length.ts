// Bounds on the length of a text, in characters, for the schemas of forms and requests.
import * as z from "zod/mini"

/**
 * zod measures everything with a `length`, even after the type was refused, and an object may have a `length` that
 * cannot be compared: `{"length":{"toString":1}}` throws.
 */
function ofTextOnly<Check extends z.core.$ZodCheck>(check: Check): Check {
  check._zod.def.when = ({ value }) => typeof value === "string"
  return check
}

export const minLength = (min: number, error?: string) => ofTextOnly(z.minLength(min, error))

export const maxLength = (max: number, error?: string) => ofTextOnly(z.maxLength(max, error))

export const exactLength = (length: number, error?: string) => ofTextOnly(z.length(length, error))

/**
 * A check that skips text that was refused already. A check whose time grows with the text must come after a length check, but zod
 * runs later checks even if an earlier one has failed. (Its own `abort` would also silence the checks of the whole form.)
 */
export function onceFine<Check extends z.core.$ZodCheck<never>>(check: Check): Check {
  check._zod.def.when = ({ value, issues }) => typeof value === "string" && issues.length === 0
  return check
}
