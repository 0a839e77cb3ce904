// What people choose from: a checkbox, a few options with explanations, a few short ones in a row.
import { type ComponentProps, type ReactNode, useId } from "react"

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; error?: string | undefined }

/** Its label is beside it; the whole row can be clicked. */
export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-0.5 size-6 shrink-0 cursor-pointer rounded-md accent-accent"
        />
        <label htmlFor={id} className="cursor-pointer py-0.5 text-sm text-ink">
          {label}
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

interface Choice {
  value: string
  label: ReactNode
  meaning?: ReactNode
}

type RadioCardsProps = Omit<ComponentProps<"input">, "type" | "value"> & {
  legend: ReactNode
  choices: Choice[]
  error?: string | undefined
}

/** Each option is a row of its own, with a short explanation; the whole row can be clicked. */
export function RadioCards({ legend, choices, error, ...input }: RadioCardsProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend className="text-sm font-semibold text-ink">{legend}</legend>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-bad">
          {error}
        </p>
      )}
      <div className="mt-2 flex flex-col gap-2">
        {choices.map(({ value, label, meaning }) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-3 rounded-xl border border-line px-4 py-3 hover:bg-well has-checked:border-ink has-checked:bg-well has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              {...input}
              type="radio"
              value={value}
              aria-invalid={error ? true : undefined}
              className="mt-0.5 size-5 shrink-0 cursor-pointer accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="block font-semibold text-ink">{label}</span>
              {meaning !== undefined && <span className="block text-sm text-ink-soft">{meaning}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface SegmentedChoiceProps<Value extends string | number> {
  legend: string
  /** of the radio buttons */
  name: string
  /** `spoken`: a longer label for screen readers */
  choices: readonly (readonly [value: Value, label: string, spoken?: string])[]
  value: Value
  onChange: (value: Value) => void
  /** the padding of each option */
  padding: string
}

/** All options are in one row. */
export const SegmentedChoice = <Value extends string | number>(props: SegmentedChoiceProps<Value>) => (
  <fieldset className="flex min-w-0 shrink-0 gap-1 rounded-xl bg-well p-1">
    <legend className="sr-only">{props.legend}</legend>
    {props.choices.map(([value, label, spoken]) => (
      <label
        key={value}
        className={`relative flex min-h-11 flex-1 cursor-pointer select-none items-center justify-center rounded-lg text-sm font-semibold whitespace-nowrap text-ink-soft hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-accent ${props.padding}`}
      >
        <input
          type="radio"
          name={props.name}
          value={value}
          checked={value === props.value}
          onChange={() => props.onChange(value)}
          aria-label={spoken}
          className="sr-only"
        />
        {label}
      </label>
    ))}
  </fieldset>
)
