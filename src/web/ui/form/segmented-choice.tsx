// A choice of a few short options in one row.
import { useHydrated } from "../use-hydrated.ts"

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

export const SegmentedChoice = <Value extends string | number>(props: SegmentedChoiceProps<Value>) => (
  <fieldset disabled={!useHydrated()} className="flex min-w-0 shrink-0 gap-1 rounded-xl bg-well p-1">
    <legend className="sr-only">{props.legend}</legend>
    {props.choices.map(([value, label, spoken]) => (
      <label
        key={value}
        className={`segment relative flex min-h-11 flex-1 cursor-pointer select-none items-center justify-center rounded-lg text-sm font-semibold whitespace-nowrap text-ink-soft hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-accent ${props.padding}`}
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
