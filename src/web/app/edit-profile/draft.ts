// The draft of the edit form: kept per user in this browser while the name is not blank (specification section 4).
import { type ProfileValues, valuesFrom } from "./form-values.ts"

const keyOf = (userId: string): string => `meishi-profile-draft:${userId}`

export function loadDraft(userId: string): ProfileValues | null {
  try {
    return valuesFrom(JSON.parse(localStorage.getItem(keyOf(userId)) ?? "null"))
  } catch {
    return null
  }
}

/** A full or forbidden storage loses the draft, nothing else. */
export function saveDraft(userId: string, values: ProfileValues): void {
  if (values.full_name.trim() === "") return
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(values))
  } catch {
    return
  }
}

export const clearDraft = (userId: string): void => localStorage.removeItem(keyOf(userId))
