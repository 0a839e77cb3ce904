// The faces of the card to choose from: layouts, grounds and patterns, each on the owner's own card, drawn small.
import { memo, type ReactNode, startTransition, useEffect, useMemo, useState } from "react"
import type { FieldPathByValue, UseFormReturn } from "react-hook-form"
import IconCheck from "~icons/check"
import { accentOf } from "../../../domain/profile/accent.ts"
import { PATTERN_LABEL, PATTERNS, patternNameOf } from "../../../domain/profile/banner-patterns.ts"
import { GROUND_LABEL, GROUNDS, LAYOUT_LABEL, LAYOUTS, type Look } from "../../../domain/profile/look.ts"
import { BannerPattern } from "../../documents/profile/banner.tsx"
import type { CardProfile } from "../../documents/profile/card-profile.ts"
import { ProfileCard } from "../../documents/profile/profile-card.tsx"
import { type Pictures, previewedCard } from "./card-preview.tsx"
import type { ProfileValues } from "./form-values.ts"

export interface LookFieldsProps {
  form: UseFormReturn<ProfileValues>
  username: string
  pictures: Pictures
}

/** Typing comes first: the small cards follow when it pauses. Nor do they delay the form's first moment. */
const FOLLOW_AFTER_MS = 300

/** The card of what is in the form, without what is below the small cards' edge; null at first. */
function useSmallCard({ form, username, pictures }: LookFieldsProps): CardProfile | null {
  const [values, setValues] = useState<ProfileValues | null>(null)
  const { getValues, subscribe } = form
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const follow = () => {
      clearTimeout(timer)
      timer = setTimeout(() => startTransition(() => setValues(structuredClone(getValues()))), FOLLOW_AFTER_MS)
    }
    follow()
    const stop = subscribe({ formState: { values: true }, callback: follow })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [getValues, subscribe])
  return useMemo(
    () => values && { ...previewedCard(values, username, pictures), profile_items: [], social_media: {} },
    [values, username, pictures],
  )
}

export function Faces({ form, username, pictures }: LookFieldsProps) {
  const card = useSmallCard({ form, username, pictures })
  const choice = (name: LookPath, value: string) => ({ ...form.register(name), value })
  return (
    <>
      <Choices legend="Pattern" className="grid-cols-2 sm:grid-cols-3">
        {(["", ...PATTERNS] as const).map((pattern) => (
          <Choice
            key={pattern}
            label={pattern === "" ? "Automatic" : PATTERN_LABEL[pattern]}
            {...(pattern === "" && { detail: PATTERN_LABEL[patternNameOf(username)] })}
            input={choice("look.pattern", pattern)}
          >
            <Swatch card={card} pattern={pattern} />
          </Choice>
        ))}
      </Choices>
      <Choices legend="Layout" className="grid-cols-2 sm:grid-cols-4">
        {LAYOUTS.map((layout) => (
          <Choice key={layout} label={LAYOUT_LABEL[layout]} input={choice("look.layout", layout)}>
            <SmallCard card={card} layout={layout} />
          </Choice>
        ))}
      </Choices>
      <Choices legend="Background" className="grid-cols-2 sm:grid-cols-4">
        {GROUNDS.map((ground) => (
          <Choice key={ground} label={GROUND_LABEL[ground]} input={choice("look.ground", ground)}>
            <SmallCard card={card} ground={ground} />
          </Choice>
        ))}
      </Choices>
    </>
  )
}

type LookPath = FieldPathByValue<ProfileValues, Look[keyof Look]> & `look.${string}`

const Choices = ({ legend, className, children }: { legend: string; className: string; children: ReactNode }) => (
  <fieldset className="mt-7 min-w-0">
    <legend className="text-sm font-semibold text-ink">{legend}</legend>
    <div className={`mt-2 grid gap-2 ${className}`}>{children}</div>
  </fieldset>
)

interface ChoiceProps {
  label: string
  /** what it comes to */
  detail?: string
  input: React.ComponentProps<"input">
  /** what it looks like */
  children: ReactNode
}

/** The label covers what it looks like and does not contain it: a card has words such as "Address". */
const Choice = ({ label, detail, input, children }: ChoiceProps) => (
  <div className="choice group gap-2 p-2">
    <div inert>{children}</div>
    <span className="absolute -top-2 -right-2 hidden size-6 place-items-center rounded-full border-2 border-sheet bg-ink text-sheet group-has-checked:grid">
      <IconCheck size={14} stroke={3} />
    </span>
    <label className="cursor-pointer text-center text-sm text-ink after:absolute after:inset-0 after:content-[''] has-checked:font-semibold">
      <input type="radio" className="sr-only" {...input} />
      {label}
      {/* What it looks like says it to everyone else. */}
      {detail !== undefined && <span className="sr-only"> {detail}</span>}
    </label>
  </div>
)

interface SmallProps {
  /** null: soon */
  card: CardProfile | null
}

/** The card, about a quarter of its size, cut below what tells one from another. It has its own colors, whatever the device forces. */
const SmallCard = memo(function SmallCard({ card, ...look }: SmallProps & Partial<Look>) {
  return (
    <div className="h-34 overflow-hidden rounded-lg bg-well text-left forced-color-adjust-none">
      {card !== null && (
        // All of them run past the lower edge.
        <div className="mx-auto mt-2 w-27">
          <div className="w-96 origin-top-left scale-[.28] *:min-h-128 dark:*:border-line-strong">
            <ProfileCard profile={{ ...card, look: { ...card.look, ...look } }} lazy />
          </div>
        </div>
      )}
    </div>
  )
})

/** The pattern larger and without its fade, so that one can be told from another. */
const Swatch = memo(function Swatch({ card, pattern }: SmallProps & Pick<Look, "pattern">) {
  return (
    <div
      data-accent={card === null ? undefined : accentOf(card)}
      className="h-14 overflow-hidden rounded-lg bg-(--ground) forced-color-adjust-none *:origin-right *:scale-200 *:mask-none *:opacity-60"
    >
      {card !== null && <BannerPattern profile={{ ...card, look: { ...card.look, pattern } }} />}
    </div>
  )
})
