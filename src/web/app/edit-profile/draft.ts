// The draft of the edit form: kept per profile in this browser while the name is not blank (specification section 4).
import { changesOf, type ProfileValues, valuesFrom } from "./form-values.ts"

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
