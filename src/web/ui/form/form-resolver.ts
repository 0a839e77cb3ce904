// Lets react-hook-form validate with the schemas of src/domain/forms.ts, one message per field.
// (The resolver of @hookform/resolvers shows a union's inner message instead of its own.)
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form"
import * as z from "zod/mini"
import { fieldErrors } from "../../../domain/forms.ts"

export function resolveWith<Input extends FieldValues, Output>(
  schema: () => z.ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values) => {
    const parsed = z.safeParse(schema(), values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const entries = Object.entries(fieldErrors(parsed.error)).map(([name, message]) => [
      name,
      { type: "schema", message },
    ])
    return { values: {}, errors: Object.fromEntries(entries) as FieldErrors<Input> }
  }
}
