// The color of the card: eight inks as named swatches, and the default of the username.
import type { UseFormReturn } from "react-hook-form"
import { ACCENT_LABEL, ACCENTS, accentOf } from "../../../domain/profile/accent.ts"
import { FieldError } from "../../ui/form/field-error.tsx"
import type { ProfileValues } from "./form-values.ts"

interface AccentFieldProps {
  form: UseFormReturn<ProfileValues>
  username: string
}

export function AccentField({ form, username }: AccentFieldProps) {
  const error = form.formState.errors.accent?.message
  return (
    <fieldset className="mt-7 min-w-0" aria-describedby={error && "accent-error"}>
      <legend className="text-sm font-semibold text-ink">Color</legend>
      <div className="mt-2 grid auto-rows-fr grid-cols-2 gap-2 min-[22rem]:grid-cols-3">
        {(["", ...ACCENTS] as const).map((accent) => (
          <label
            key={accent}
            className="choice min-h-18 cursor-pointer items-center justify-center gap-1.5 px-1 py-2 text-center text-sm text-ink has-checked:font-semibold sm:min-h-12 sm:flex-row sm:justify-start sm:gap-2.5 sm:px-3 sm:text-base"
            data-accent={accentOf({ username, accent })}
          >
            <input type="radio" value={accent} className="peer sr-only" {...form.register("accent")} />
            <Swatch isAutomatic={accent === ""} />
            {accent !== "" ? (
              ACCENT_LABEL[accent]
            ) : (
              <span className="flex flex-col leading-tight sm:text-left">
                Automatic{" "}
                {/* On a phone the swatch alone says it: a second line would make one row higher than the others. */}
                <span className="text-sm font-normal text-ink-soft max-sm:sr-only">
                  {ACCENT_LABEL[accentOf({ username, accent })]}
                </span>
              </span>
            )}
          </label>
        ))}
      </div>
      {error && (
        <div className="mt-1.5">
          <FieldError id="accent-error">{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

/**
 * A swatch in the ink's color, also when the device forces all other colors; a mark shows the selected one.
 * @param isAutomatic the username chooses the ink: the swatch has two halves
 */
function Swatch({ isAutomatic }: { isAutomatic: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-6 shrink-0 forced-color-adjust-none peer-not-checked:[&>:last-child]:hidden"
    >
      <circle cx="12" cy="12" r="11.5" className="fill-(--ground) dark:stroke-line-strong" />
      {isAutomatic && <path d="M20.1 3.9A11.5 11.5 0 0 1 3.9 20.1z" className="fill-(--on-ground)/35" />}
      <path
        d="M7 12.5l3.5 3.5L17 9"
        className="fill-none stroke-(--on-ground)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
