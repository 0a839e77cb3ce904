// The face of the card: layout, ground and pattern, each chosen from the owner's own card, drawn small.
import { type ReactNode, useDeferredValue } from "react"
import { type FieldPathByValue, type UseFormReturn, useWatch } from "react-hook-form"
import IconSparkles from "~icons/sparkles"
import { ACCENTS, accentOf } from "../../../domain/profile/accent.ts"
import { PATTERN_LABEL, PATTERNS } from "../../../domain/profile/banner-patterns.ts"
import { GROUND_LABEL, GROUNDS, LAYOUT_LABEL, LAYOUTS, type Look } from "../../../domain/profile/look.ts"
import { BannerPattern } from "../../documents/profile/banner.tsx"
import type { CardProfile } from "../../documents/profile/card-profile.ts"
import { ProfileCard } from "../../documents/profile/profile-card.tsx"
import { Button } from "../../ui/button.tsx"
import { type Pictures, previewedCard } from "./card-preview.tsx"
import type { ProfileValues } from "./form-values.ts"

interface LookFieldsProps {
  form: UseFormReturn<ProfileValues>
  username: string
  pictures: Pictures
}

export function LookFields({ form, username, pictures }: LookFieldsProps) {
  const values = useWatch({ control: form.control }) as ProfileValues
  // Typing comes first: six small cards follow when there is time.
  const card = useDeferredValue(previewedCard(values, username, pictures))
  const surprise = () => {
    const dirty = { shouldDirty: true }
    form.setValue("accent", another(ACCENTS, accentOf(card)), dirty)
    form.setValue("look.layout", another(LAYOUTS, card.look.layout), dirty)
    form.setValue("look.ground", another(GROUNDS, null), dirty)
    form.setValue("look.pattern", another(PATTERNS, card.look.pattern), dirty)
  }
  const choice = (name: LookPath, value: string) => ({ ...form.register(name), value })
  return (
    <>
      <Choices legend="Layout" className="grid-cols-2 sm:grid-cols-4">
        {LAYOUTS.map((layout) => (
          <Choice key={layout} label={LAYOUT_LABEL[layout]} input={choice("look.layout", layout)}>
            <SmallCard card={card} look={{ layout }} />
          </Choice>
        ))}
      </Choices>
      <Choices legend="Printed on" className="grid-cols-2 sm:grid-cols-4">
        {GROUNDS.map((ground) => (
          <Choice key={ground} label={GROUND_LABEL[ground]} input={choice("look.ground", ground)}>
            <SmallCard card={card} look={{ ground }} />
          </Choice>
        ))}
      </Choices>
      <Choices legend="Pattern" className="grid-cols-2 sm:grid-cols-3">
        {(["", ...PATTERNS] as const).map((pattern) => (
          <Choice
            key={pattern}
            label={pattern === "" ? "Automatic" : PATTERN_LABEL[pattern]}
            input={choice("look.pattern", pattern)}
          >
            <div
              data-accent={accentOf(card)}
              className="h-14 overflow-hidden rounded-lg bg-tint text-accent [&>svg]:size-full"
            >
              <BannerPattern profile={{ ...card, look: { ...card.look, pattern } }} />
            </div>
          </Choice>
        ))}
      </Choices>
      <Button variant="secondary" onClick={surprise} className="mt-6">
        <IconSparkles size={20} aria-hidden="true" />
        Surprise me
      </Button>
    </>
  )
}

type LookPath = FieldPathByValue<ProfileValues, Look[keyof Look]> & `look.${string}`

/** Never the one that is there. */
function another<Value>(all: readonly Value[], current: unknown): Value {
  const others = all.filter((value) => value !== current)
  return others[Math.floor(Math.random() * others.length)] as Value
}

const Choices = ({ legend, className, children }: { legend: string; className: string; children: ReactNode }) => (
  <fieldset className="mt-7 min-w-0">
    <legend className="text-sm font-semibold text-ink">{legend}</legend>
    <div className={`mt-2 grid gap-2 ${className}`}>{children}</div>
  </fieldset>
)

interface ChoiceProps {
  label: string
  input: React.ComponentProps<"input">
  /** what it looks like */
  children: ReactNode
}

/** The picture is beside its label, which would otherwise be called "Email" and "Website" like the fields of the form. */
const Choice = ({ label, input, children }: ChoiceProps) => (
  <div className="relative flex flex-col gap-2 rounded-xl border border-line p-2 text-center text-sm text-ink hover:bg-well has-checked:border-accent has-checked:bg-tint has-checked:font-semibold has-checked:outline-1 has-checked:outline-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
    <div inert className="font-normal">
      {children}
    </div>
    <label className="cursor-pointer after:absolute after:inset-0">
      <input type="radio" className="sr-only" {...input} />
      {label}
    </label>
  </div>
)

/** The whole card, a third of its size, cut below what tells one from another. */
const SmallCard = ({ card, look }: { card: CardProfile; look: Partial<Look> }) => (
  <div className="mx-auto h-38 w-30 overflow-hidden rounded-lg text-left">
    <div className="w-96 origin-top-left scale-[.3125]">
      <ProfileCard profile={{ ...card, look: { ...card.look, ...look } }} lazy />
    </div>
  </div>
)
