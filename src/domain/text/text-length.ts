// Bounds on the length of a text, in characters, for the schemas of forms and requests.
import * as z from "zod/mini"

/**
 * zod measures everything that has a `length`, even after the type was refused, and an object may bring a `length` that
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
 * A check that does not look at text which was refused already: one that takes longer the longer the text is must stand behind a
 * length check, and zod runs the checks behind it all the same. (Its own `abort` would also silence the checks of the whole form.)
 */
export function onceFine<Check extends z.core.$ZodCheck<never>>(check: Check): Check {
  check._zod.def.when = ({ value, issues }) => typeof value === "string" && issues.length === 0
  return check
}
