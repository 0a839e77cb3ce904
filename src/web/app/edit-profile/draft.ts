// The draft of the edit form: kept per profile in this browser while the name is not blank (specification section 4).
import { PATTERNS } from "../../../domain/profile/banner-patterns.ts"
import { ITEM_KINDS } from "../../../domain/profile/items.ts"
import { GROUNDS, LAYOUTS } from "../../../domain/profile/look.ts"
import { SERVICE_KEYS } from "../../../domain/profile/services.ts"
import { CHOICES, changesOf, FIELDS, isObject, type ProfileValues } from "./form-values.ts"

const keyOf = (profileId: string): string => `meishi-profile-draft:${profileId}`

export function loadDraft(profileId: string): Partial<ProfileValues> | null {
  try {
    return valuesFrom(JSON.parse(localStorage.getItem(keyOf(profileId)) ?? "null"))
  } catch {
    return null
  }
}

/**
 * Only what differs from the form's initial values, so that a draft never empties a field that was filled elsewhere or could
 * not be loaded. If storage is full or forbidden, only the draft is lost.
 */
export function saveDraft(profileId: string, values: ProfileValues, start: ProfileValues): void {
  if (values.full_name.trim() === "") return
  try {
    localStorage.setItem(keyOf(profileId), JSON.stringify(changesOf(values, start)))
  } catch {
    return
  }
}

export const clearDraft = (profileId: string): void => localStorage.removeItem(keyOf(profileId))

/** The form values in a stored draft; null when it is not one. */
function valuesFrom(stored: unknown): Partial<ProfileValues> | null {
  if (stored === null || typeof stored !== "object") return null
  const given = stored as Record<string, unknown>
  const isText = (name: string) => typeof given[name] === "string"
  const isChoice = (name: (typeof CHOICES)[number]) => IS_CHOICE[name](given[name])
  const names = [...FIELDS.filter(isText), ...CHOICES.filter(isChoice)]
  return Object.fromEntries(names.map((name) => [name, given[name]]))
}

/** Of another version of this page, or written by hand. Enough for the form to show it; saving checks the rest. */
const IS_CHOICE: Record<(typeof CHOICES)[number], (value: unknown) => boolean> = {
  profile_items: (value) => Array.isArray(value) && value.every(isItem),
  field_visibility: (value) => isObject(value) && Object.values(value).every((place) => typeof place === "string"),
  is_indexed: (value) => typeof value === "boolean",
  takes_details: (value) => typeof value === "boolean",
  look: (value) =>
    isObject(value) && isIn(LAYOUTS, value.layout) && isIn(GROUNDS, value.ground) && isPattern(value.pattern),
}

const isIn = (names: readonly string[], value: unknown): boolean => typeof value === "string" && names.includes(value)
const isPattern = (value: unknown): boolean => isIn(["", ...PATTERNS], value)
const isItem = (value: unknown): boolean =>
  isObject(value) &&
  isIn(ITEM_KINDS, value.kind) &&
  isIn(["", ...SERVICE_KEYS], value.service) &&
  [value.label, value.value].every((text) => typeof text === "string") &&
  [value.on_page, value.in_contact].every((flag) => typeof flag === "boolean")
