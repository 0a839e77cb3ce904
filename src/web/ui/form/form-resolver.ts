// Lets react-hook-form validate with the schemas of src/domain/forms.ts, one message per field. The schemas and their library are loaded
// when the first field is entered: until then a page is lighter by a tenth.
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
import type { ZodMiniType } from "zod/mini"
import { GENERAL } from "../../../domain/messages.ts"
import { showToast } from "../feedback/toast-manager.ts"

type Forms = typeof import("../../../domain/forms.ts")
export type SchemaOf<Output, Input> = (forms: Forms) => ZodMiniType<Output, Input> | Promise<ZodMiniType<Output, Input>>

const loadForms = (): Promise<Forms> => import("../../../domain/forms.ts")

/** A form that one of these schemas checks. */
export function useSchemaForm<Input extends FieldValues, Output>(
  schema: SchemaOf<Output, Input>,
  defaultValues: DefaultValues<Input>,
) {
  const form = useForm({ resolver: resolveWith(schema), defaultValues })
  return {
    ...form,
    /** The props of a field: its value, its events, its message. */
    field: (name: Path<Input>) => ({
      ...form.register(name),
      error: form.formState.errors[name]?.message as string | undefined,
      onFocus: () => void loadForms().catch(() => undefined),
    }),
    /** Shows a message at a field and selects what was typed into it. */
    reject(name: Path<Input>, message: string): void {
      form.setError(name, { message })
      form.setFocus(name, { shouldSelect: true })
    },
  }
}

/** @param load the resolver. If that fails, nothing is submitted, and a message says why */
export function resolveLater<Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (...given) => {
    const resolve = await load().catch(() => null)
    if (resolve !== null) return resolve(...given)
    showToast({ title: GENERAL.offline, tone: "bad" })
    return { values: {}, errors: { root: { type: "offline" } } as FieldErrors<Input> }
  }
}

export function resolveWith<Input extends FieldValues, Output>(
  schema: SchemaOf<Output, Input>,
): Resolver<Input, unknown, Output> {
  return resolveLater(async () => {
    const forms = await loadForms()
    const form = await schema(forms)
    return (values) => {
      const checked = forms.check(form, values)
      if ("value" in checked) return { values: checked.value, errors: {} }
      const errors: FieldErrors<Input> = {}
      // Fields of a list have dotted names, such as "profile_items.2.value".
      for (const [name, message] of Object.entries(checked.fields)) set(errors, name, { type: "schema", message })
      return { values: {}, errors }
    }
  })
}
