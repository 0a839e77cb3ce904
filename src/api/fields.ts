// Kinds of fields that many answers share.
import * as z from "zod/mini"

/** ISO 8601 in UTC */
export const moment = z.iso.datetime()
export const id = z.guid()
export const count = z.int().check(z.gte(0))

/** The answer to a change that has nothing to tell. */
export const success = z.object({ success: z.literal(true) })
export const SUCCESS: z.infer<typeof success> = { success: true }
