// Shown when another window saved the profile meanwhile, and changed the same fields: the owner chooses one version of each.
import { useState } from "react"
import { PROFILE } from "../../../domain/messages.ts"
import { PATTERN_LABEL } from "../../../domain/profile/banner-patterns.ts"
import { GROUND_LABEL, LAYOUT_LABEL, type Look } from "../../../domain/profile/look.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { ButtonRow } from "../../ui/layout/button-row.tsx"
import { Dialog } from "../../ui/overlay/dialog.tsx"
import type { OtherChange } from "./after-other-change.ts"
import { FIELD_LABEL } from "./field-labels.ts"
import { type ProfileValues, valuesOf } from "./form-values.ts"

interface ChangedDialogProps extends OtherChange {
  onSave: (chosen: ProfileValues) => void
  onClose: () => void
}

const NOTHING = "nothing"

const LABEL: Record<string, string> = {
  ...FIELD_LABEL,
  accent: "Color",
  look: "How your card looks",
  profile_items: "More on your card",
  field_visibility: "Where your details appear",
  is_indexed: "Let search engines list my page",
  takes_details: "Let visitors leave their info",
}

export function ChangedDialog({ stored, merged, contested, onSave, onClose }: ChangedDialogProps) {
  const saved = valuesOf(stored, "")
  const [chosen, setChosen] = useState(merged)
  return (
    <Dialog
      title="This profile has changed"
      description={`${PROFILE.changed} Choose what to keep.`}
      open
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="flex flex-col gap-5">
        {contested.map((name) => (
          <fieldset key={name} className="flex min-w-0 flex-col gap-2">
            <legend className="mb-2 text-sm font-semibold text-ink">{LABEL[name]}</legend>
            {VERSIONS.map(([from, label]) => {
              const { [name]: value } = from === "here" ? merged : saved
              return (
                <Version
                  key={from}
                  name={name}
                  label={label}
                  text={textOf(value)}
                  isChosen={chosen[name] === value}
                  onChoose={() => setChosen({ ...chosen, [name]: value })}
                />
              )
            })}
          </fieldset>
        ))}
        <ButtonRow>
          <Button onClick={() => onSave(chosen)}>Save</Button>
        </ButtonRow>
      </div>
    </Dialog>
  )
}

const VERSIONS = [
  ["here", "From this form"],
  ["there", "Saved elsewhere"],
] as const

interface VersionProps {
  /** of the radio buttons */
  name: string
  label: string
  text: string
  isChosen: boolean
  onChoose: () => void
}

const Version = ({ name, label, text, isChosen, onChoose }: VersionProps) => (
  <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-xl border border-line p-3.5 hover:bg-well has-checked:border-ink has-checked:bg-well">
    <input type="radio" name={`version-${name}`} className="check mt-0.5" checked={isChosen} onChange={onChoose} />
    <span className="min-w-0">
      <span className="block text-sm text-ink-soft">{label}</span>
      <span
        className={classNames("block whitespace-pre-line wrap-anywhere", text === NOTHING && "text-ink-soft italic")}
      >
        {text}
      </span>
    </span>
  </label>
)

function textOf(value: ProfileValues[keyof ProfileValues]): string {
  if (Array.isArray(value)) return value.map(({ label, value: text }) => label || text).join(", ") || NOTHING
  if (typeof value === "object" && "layout" in value) return textOfLook(value as Look)
  if (typeof value === "object") {
    const places = Object.entries(value).map(([field, place]) => `${LABEL[field]}: ${place}`)
    return places.join(", ") || "everywhere"
  }
  return typeof value === "boolean" ? (value ? "yes" : "no") : value || NOTHING
}

const textOfLook = ({ layout, ground, pattern }: Look): string =>
  [
    LAYOUT_LABEL[layout],
    `${GROUND_LABEL[ground].toLowerCase()} background`,
    pattern === "" ? "automatic pattern" : PATTERN_LABEL[pattern].toLowerCase(),
  ].join(", ")
