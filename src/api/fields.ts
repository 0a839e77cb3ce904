// Kinds of fields that many answers share.
import * as z from "zod/mini"

/** ISO 8601 in UTC */
export const moment = z.iso.datetime()
export const id = z.guid()
export const count = z.int().check(z.gte(0))

/** Of a page of a list. */
export const next = z
  .nullable(z.string())
  .check(
    z.describe(
      "The cursor of the next page; null: this is the last one. A page before the last may hold few rows or none.",
    ),
  )

/** The answer to a change that has nothing else to say. */
export const success = z.object({ success: z.literal(true) })
export const SUCCESS: z.infer<typeof success> = { success: true }
