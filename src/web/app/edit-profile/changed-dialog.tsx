// Shown when another window saved the profile meanwhile: both versions, field by field, and the owner decides.
import { PROFILE } from "../../../domain/messages.ts"
import { PATTERN_LABEL } from "../../../domain/profile/banner-patterns.ts"
import { GROUND_LABEL, LAYOUT_LABEL, type Look } from "../../../domain/profile/look.ts"
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Dialog } from "../../ui/overlay/dialog.tsx"
import { FIELD_LABEL } from "./field-labels.ts"
import { changesOf, type ProfileValues, valuesOf } from "./form-values.ts"

interface ChangedDialogProps {
  stored: OwnProfile
  values: ProfileValues
  onKeepMine: () => void
  onTakeStored: () => void
  onClose: () => void
}

const NOTHING = "nothing"

const LABEL: Record<string, string> = {
  ...FIELD_LABEL,
  accent: "Color",
  look: "Look of your card",
  profile_items: "More on your card",
  field_visibility: "Where your details appear",
  is_indexed: "Let search engines list my page",
  takes_details: "Let visitors leave their details",
}

export function ChangedDialog({ stored, values, onKeepMine, onTakeStored, onClose }: ChangedDialogProps) {
  const saved = valuesOf(stored, "")
  return (
    <Dialog
      title="This profile has changed"
      description={PROFILE.changed}
      open
      onOpenChange={(open) => !open && onClose()}
    >
      <ul className="flex max-h-[40dvh] flex-col gap-4 overflow-y-auto">
        {(Object.keys(changesOf(values, saved)) as (keyof ProfileValues)[]).map((name) => (
          <li key={name}>
            <p className="font-semibold text-ink">{LABEL[name]}</p>
            <Version of="Yours: ">{textOf(values[name])}</Version>
            <Version of="Saved: ">{textOf(saved[name])}</Version>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-sm text-ink-soft">Saving yours replaces the saved version.</p>
      <div className="mt-3 flex flex-col gap-3">
        <Button onClick={onKeepMine}>Save mine</Button>
        <Button variant="secondary" onClick={onTakeStored}>
          Use the saved version
        </Button>
      </div>
    </Dialog>
  )
}

const Version = ({ of, children }: { of: string; children: string }) => (
  <p className="flex">
    <span className="w-16 shrink-0 text-ink-soft">{of}</span>
    <span
      className={classNames(
        "min-w-0 whitespace-pre-line wrap-anywhere",
        children === NOTHING && "text-ink-soft italic",
      )}
    >
      {children}
    </span>
  </p>
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
    `on ${GROUND_LABEL[ground].toLowerCase()}`,
    pattern === "" ? "automatic pattern" : PATTERN_LABEL[pattern].toLowerCase(),
  ].join(", ")
