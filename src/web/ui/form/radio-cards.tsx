// A choice of a few options, each in its own row with a short explanation; the whole row can be clicked.
import { type ComponentProps, type ReactNode, useId } from "react"

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
