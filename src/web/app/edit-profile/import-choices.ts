// What was found in an imported contact, as single choices, and how the chosen ones get into the form.
import type { UseFormReturn } from "react-hook-form"
import type { ImportedContact } from "../../../domain/import/imported.ts"
import { PROFILE_ITEMS_MAX } from "../../../domain/limits.ts"
import { ITEM_KIND_LABEL, type ProfileItem } from "../../../domain/profile/items.ts"
import { displayUrl } from "../../../domain/profile/links.ts"
import type { ChoosableField } from "../../../domain/profile/visibility.ts"
import { FIELD_LABEL } from "./field-labels.ts"
import type { ProfileValues } from "./form-values.ts"

export type ImportChoice = { key: string; label: string; shown: string; replaces: string } & (
  | { field: "full_name" | ChoosableField; value: string }
  | { item: ProfileItem }
  | { photo: File }
)

/** Without what the form already has. */
export function choicesOf(contact: ImportedContact, values: ProfileValues): ImportChoice[] {
  const given = Object.entries({ ...contact.fields, ...contact.social_media }) as [
    "full_name" | ChoosableField,
    string,
  ][]
  const fields = given
    .filter(([field, value]) => value !== "" && value !== values[field])
    .map(([field, value]) => ({
      ...{ key: field, label: FIELD_LABEL[field], shown: displayUrl(value), replaces: values[field] },
      ...{ field, value },
    }))
  const has = ({ kind, value }: ImportedContact["items"][number]) =>
    values.profile_items.some((item) => item.kind === kind && item.value === value)
  const items = contact.items
    .filter((item) => !has(item))
    .slice(0, PROFILE_ITEMS_MAX - values.profile_items.length)
    .map((item, at) => ({
      key: `item ${at}`,
      label: item.label || ITEM_KIND_LABEL[item.kind],
      shown: displayUrl(item.value),
      replaces: "",
      item: { ...item, on_page: true, in_contact: true },
    }))
  return [...fields, ...items, ...photoOf(contact)]
}

function photoOf({ photo }: ImportedContact): ImportChoice[] {
  if (photo === null) return []
  const file = new File([new Uint8Array(photo.bytes)], "photo", { type: photo.type })
  // A photo is uploaded at once: it is never taken unasked.
  return [
    { key: "photo", label: "Photo", shown: "", replaces: "your current photo, as soon as you add it", photo: file },
  ]
}

/** @returns the photo, if it was chosen */
export function takeInto(form: UseFormReturn<ProfileValues>, chosen: ImportChoice[]): File | null {
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
  const items = chosen.flatMap((choice) => ("item" in choice ? choice.item : []))
  for (const choice of chosen) if ("field" in choice) form.setValue(choice.field, choice.value, options)
  if (items.length > 0) form.setValue("profile_items", [...form.getValues("profile_items"), ...items], options)
  return chosen.flatMap((choice) => ("photo" in choice ? choice.photo : []))[0] ?? null
}
