// Lets react-hook-form validate with the schemas of src/domain/forms.ts, one message per field.
// (The resolver of @hookform/resolvers shows a union's inner message instead of its own.)
import { type FieldErrors, type FieldValues, type Resolver, set } from "react-hook-form"
import * as z from "zod/mini"
import { fieldErrors } from "../../../domain/forms.ts"

export function resolveWith<Input extends FieldValues, Output>(
  schema: () => z.ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values) => {
    const parsed = z.safeParse(schema(), values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: FieldErrors<Input> = {}
    // Fields of a list have dotted names, such as "profile_items.2.value".
    for (const [name, message] of Object.entries(fieldErrors(parsed.error)))
      set(errors, name, { type: "schema", message })
    return { values: {}, errors }
  }
}
