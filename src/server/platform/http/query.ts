// Reads what stands behind `?` in an address: right shape, or a refusal that says which part is wrong.
import type { Context } from "hono"
import * as z from "zod/mini"
import { Refusal } from "../../../domain/errors.ts"
import { fieldErrors } from "../../../domain/forms.ts"

/** Keys the schema does not know are ignored; of a key given twice the first counts. */
export function readQuery<Schema extends z.core.$ZodType>(c: Context, schema: Schema): z.output<Schema> {
  const parsed = z.safeParse(schema, c.req.query())
  if (!parsed.success) throw new Refusal("validation_failed", { fields: fieldErrors(parsed.error) })
  return parsed.data
}
