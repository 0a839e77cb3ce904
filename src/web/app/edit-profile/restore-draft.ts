// Reads a stored draft, and puts it over the profile as it is stored now: another device may have saved since. Loaded only for a draft.
import type { UseFormReturn } from "react-hook-form"
import { PATTERNS } from "../../../domain/profile/banner-patterns.ts"
import { ITEM_KINDS } from "../../../domain/profile/items.ts"
import { GROUNDS, LAYOUTS } from "../../../domain/profile/look.ts"
import { SERVICE_KEYS } from "../../../domain/profile/services.ts"
import type { Draft, DraftBase } from "./draft.ts"
import { CHOICES, changesOf, FIELDS, isObject, type ProfileValues } from "./form-values.ts"
import { mergeChanges } from "./merge-changes.ts"

/**
 * Puts the draft into the form.
 * @param text as `storedDraft` returns it
 * @param stored values of the profile now
 * @param base of the drafts that this form will save: that of this draft if there is a conflict, which the next page has to see, too
 * @returns null if it is no draft of this version of the form. If there is a conflict, saving has to start from `base`: it is refused then,
 * and the form asks
 */
export function restoreDraft(
  text: string,
  { getValues, reset }: Pick<UseFormReturn<ProfileValues>, "getValues" | "reset">,
  stored: ProfileValues,
  base: DraftBase,
): { hasConflict: boolean } | null {
  const draft = draftFrom(text)
  if (draft === null) return null
  const { values, contested } = mergeChanges(draft, stored)
  const hasConflict = contested.length > 0
  // Over what was typed until it was loaded. Without its fields, the form would not hear of a key before the next render.
  reset({ ...values, ...changesOf(getValues(), stored) }, { keepDefaultValues: true, keepFieldsRef: true })
  if (hasConflict) Object.assign(base, { from: { ...base.from, ...draft.from }, version: draft.version })
  return { hasConflict }
}

function draftFrom(text: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(text)
    if (!isObject(stored) || typeof stored.version !== "number") return null
    return { changes: valuesFrom(stored.changes), from: valuesFrom(stored.from), version: stored.version }
  } catch {
    return null
  }
}

function valuesFrom(given: unknown): Partial<ProfileValues> {
  if (!isObject(given)) return {}
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
