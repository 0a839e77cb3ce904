// The five fields of the exchange, for visitors and, later, for their corrections.
import { FIELD_MAX } from "../../../domain/limits.ts"
import type { GivenDetails } from "../../../domain/people/given.ts"
import { GIVEN_MESSAGE_MAX } from "../../../domain/people/people-limits.ts"
import { GIVEN } from "../../../domain/people/people-messages.ts"
import { CONTROL } from "../../ui/form/field.tsx"

const FIELDS = [
  { name: "name", label: "Your name", autoComplete: "name", maxLength: FIELD_MAX.full_name, type: "text" },
  { name: "phone", label: "Your phone", autoComplete: "tel", maxLength: FIELD_MAX.business_phone, type: "tel" },
  { name: "email", label: "Your email", autoComplete: "email", maxLength: FIELD_MAX.email, type: "email" },
  {
    name: "company",
    label: "Your company",
    autoComplete: "organization",
    maxLength: FIELD_MAX.business_name,
    type: "text",
  },
  { name: "message", label: "Message", autoComplete: "off", maxLength: GIVEN_MESSAGE_MAX, type: "text" },
] as const

const OPTIONAL = new Set(["company", "message"])

interface DetailFieldsProps {
  values: GivenDetails
  errors: Partial<GivenDetails>
  /** shown, but not to be changed */
  fixed?: "email"
  /** tells the fields of several forms apart */
  of?: string
}

export function DetailFields({ values, errors, fixed, of = "" }: DetailFieldsProps) {
  // Either is enough, so both are marked; the sentence stands once, below the first.
  const isUnreachable = errors.phone === GIVEN.unreachable
  return FIELDS.map(({ name, label, ...attributes }) => {
    const error = errors[name]
    const id = `my-${name}${of}`
    const saidBelow = error !== undefined ? id : name === "email" && isUnreachable ? `my-phone${of}` : undefined
    return (
      <div key={name}>
        <label htmlFor={id} className="mb-1 flex justify-between text-sm font-semibold">
          {label}
          {OPTIONAL.has(name) && <span className="font-normal text-ink-soft">optional</span>}
        </label>
        <input
          {...attributes}
          id={id}
          name={name}
          defaultValue={values[name]}
          required={name === "name"}
          readOnly={name === fixed}
          aria-invalid={saidBelow !== undefined || undefined}
          aria-describedby={saidBelow === undefined ? undefined : `${saidBelow}-error`}
          className={`${CONTROL} min-h-12 read-only:border-line read-only:bg-transparent read-only:text-ink-soft`}
        />
        {error !== undefined && (
          <p id={`${id}-error`} className="mt-1.5 text-sm text-bad">
            {error}
          </p>
        )}
      </div>
    )
  })
}
