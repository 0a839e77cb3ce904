// Lets react-hook-form validate with the schemas of src/domain/forms.ts, one message per field.
// (The resolver of @hookform/resolvers shows a union's inner message instead of its own.)
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  set,
  useForm,
} from "react-hook-form"
import * as z from "zod/mini"
import { fieldErrors } from "../../../domain/forms.ts"

/** A form that one of these schemas checks. */
export function useSchemaForm<Input extends FieldValues, Output>(
  schema: () => z.ZodMiniType<Output, Input>,
  defaultValues: DefaultValues<Input>,
) {
  const form = useForm({ resolver: resolveWith(schema), defaultValues })
  return {
    ...form,
    /** The props of a field: its value, its events, its message. */
    field: (name: Path<Input>) => ({
      ...form.register(name),
      error: form.formState.errors[name]?.message as string | undefined,
    }),
    /** Shows a message at a field and selects what was typed into it. */
    reject(name: Path<Input>, message: string): void {
      form.setError(name, { message })
      form.setFocus(name, { shouldSelect: true })
    },
  }
}

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
