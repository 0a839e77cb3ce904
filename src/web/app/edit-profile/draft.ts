// The draft of the edit form: kept per user in this browser while the name is not blank (specification section 4).
import { changesOf, type ProfileValues, valuesFrom } from "./form-values.ts"

const keyOf = (userId: string): string => `meishi-profile-draft:${userId}`

export function loadDraft(userId: string): Partial<ProfileValues> | null {
  try {
    return valuesFrom(JSON.parse(localStorage.getItem(keyOf(userId)) ?? "null"))
  } catch {
    return null
  }
}

/**
 * Only what differs from the form's initial values, so that a draft never empties a field that was filled elsewhere or could
 * not be loaded. If storage is full or forbidden, only the draft is lost.
 */
export function saveDraft(userId: string, values: ProfileValues, start: ProfileValues): void {
  if (values.full_name.trim() === "") return
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(changesOf(values, start)))
  } catch {
    return
  }
}

export const clearDraft = (userId: string): void => localStorage.removeItem(keyOf(userId))
