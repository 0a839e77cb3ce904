// The five fields of the exchange, for visitors and, later, for their corrections.
import { Fragment } from "react"
import { FIELD_MAX } from "../../../domain/limits.ts"
import type { GivenDetails } from "../../../domain/people/given.ts"
import { GIVEN_MESSAGE_MAX } from "../../../domain/people/people-limits.ts"
import { GIVEN } from "../../../domain/people/people-messages.ts"
import { CONTROL } from "../../ui/form/field.tsx"
import { FieldError } from "../../ui/form/field-error.tsx"

interface DetailField {
  name: keyof GivenDetails
  label: string
  /** whether it has to be filled in, said beside the label */
  need?: string
  type?: "tel" | "email"
  autoComplete: string
  maxLength: number
}

const FIELDS: readonly DetailField[] = [
  { name: "name", label: "Your name", autoComplete: "name", maxLength: FIELD_MAX.full_name },
  {
    name: "phone",
    label: "Your phone",
    need: "or email",
    type: "tel",
    autoComplete: "tel",
    maxLength: FIELD_MAX.business_phone,
  },
  {
    name: "email",
    label: "Your email",
    need: "or phone",
    type: "email",
    autoComplete: "email",
    maxLength: FIELD_MAX.email,
  },
  {
    name: "company",
    label: "Your company",
    need: "optional",
    autoComplete: "organization",
    maxLength: FIELD_MAX.business_name,
  },
  { name: "message", label: "Message", need: "optional", autoComplete: "off", maxLength: GIVEN_MESSAGE_MAX },
]

interface DetailFieldsProps {
  values: GivenDetails
  errors: Partial<GivenDetails>
  /** shown, but not to be changed */
  fixed?: "email"
  /** tells the fields of several forms apart */
  of?: string
}

export function DetailFields({ values, errors, fixed, of = "" }: DetailFieldsProps) {
  // Either is enough, so both are marked; the sentence stands once, below both.
  const { unreachable } = GIVEN
  const isUnreachable = errors.phone === unreachable
  const unreachableId = `my-reach${of}-error`
  const fields = FIELDS.map(({ name, label, need, type, ...attributes }) => {
    const error = errors[name] === unreachable ? undefined : errors[name]
    const id = `my-${name}${of}`
    const isOneOfBoth = isUnreachable && type !== undefined
    const control = {
      id,
      name,
      ...attributes,
      defaultValue: values[name],
      "aria-invalid": error !== undefined || isOneOfBoth || undefined,
      "aria-describedby": error !== undefined ? `${id}-error` : isOneOfBoth ? unreachableId : undefined,
    }
    return (
      <Fragment key={name}>
        <div className={type === undefined ? "sm:col-span-2" : ""}>
          <label htmlFor={id} className="mb-1 flex justify-between text-sm font-semibold">
            {label}
            {need !== undefined && <span className="font-normal text-ink-soft">{` ${need}`}</span>}
          </label>
          {name === "message" ? (
            <textarea
              {...control}
              rows={1}
              className={`${CONTROL} field-sizing-content block min-h-11 py-2 pointer-coarse:resize-none`}
            />
          ) : (
            <input
              {...control}
              type={type ?? "text"}
              required={name === "name"}
              readOnly={name === fixed}
              className={`${CONTROL} min-h-11 read-only:border-line read-only:bg-transparent read-only:text-ink-soft`}
            />
          )}
          {error !== undefined && (
            <div className="mt-1.5">
              <FieldError id={`${id}-error`}>{error}</FieldError>
            </div>
          )}
        </div>
        {name === "email" && isUnreachable && (
          <div className="-mt-1.5 sm:-mt-2 sm:col-span-2">
            <FieldError id={unreachableId}>{unreachable}</FieldError>
          </div>
        )}
      </Fragment>
    )
  })
  return <div className="grid gap-3 sm:grid-cols-2 sm:gap-x-6 sm:gap-y-3.5">{fields}</div>
}
