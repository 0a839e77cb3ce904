// The face of the card: layout, ground and pattern, chosen from small cards or by chance.
import { Suspense, useState } from "react"
import IconChevronDown from "~icons/chevron-down"
import IconSparkles from "~icons/sparkles"
import { ACCENTS, accentOf } from "../../../domain/profile/accent.ts"
import { PATTERNS } from "../../../domain/profile/banner-patterns.ts"
import { GROUNDS, LAYOUTS } from "../../../domain/profile/look.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { later } from "../../ui/later.tsx"
import type { LookFieldsProps } from "./faces.tsx"

const Faces = later(async () => (await import("./faces.tsx")).Faces)

/** The small cards are drawn when the owner opens them. Before that, they would only repeat the card's words on the form. */
export function LookFields(props: LookFieldsProps) {
  const { form, username } = props
  const [isOpen, setOpen] = useState(false)
  const surprise = () => {
    const dirty = { shouldDirty: true }
    const { accent, look } = form.getValues()
    form.setValue("accent", another(ACCENTS, accentOf({ username, accent })), dirty)
    form.setValue("look.layout", another(LAYOUTS, look.layout), dirty)
    form.setValue("look.ground", another(GROUNDS, null), dirty)
    form.setValue("look.pattern", another(PATTERNS, look.pattern), dirty)
    setOpen(true)
  }
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" wide onClick={surprise}>
          <IconSparkles size={20} aria-hidden="true" />
          Surprise me
        </Button>
        <Button variant="secondary" size="sm" wide aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Layout and pattern
          <IconChevronDown size={18} aria-hidden="true" className={classNames(isOpen && "rotate-180")} />
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <Faces {...props} />
        </Suspense>
      )}
    </>
  )
}

/** Never the one that is there. */
function another<Value>(all: readonly Value[], current: unknown): Value {
  const others = all.filter((value) => value !== current)
  return others[Math.floor(Math.random() * others.length)] as Value
}
