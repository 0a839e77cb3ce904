// The draft of the edit form: kept per profile in this browser while the name is not blank (specification section 4).
import { changesOf, type ProfileValues } from "./form-values.ts"

const keyOf = (profileId: string): string => `meishi-profile-draft:${profileId}`

/** What was entered, and what it replaces. */
export interface Draft {
  changes: Partial<ProfileValues>
  /** These fields as the form started; without those of a profile that could not be loaded. */
  from: Partial<ProfileValues>
  /** of the profile that the form started from; 0: there was none */
  version: number
}

/** What a draft is compared with. */
export type DraftBase = Pick<Draft, "from" | "version">

/** As it was stored, for `restoreDraft`; null if there is none. */
export function storedDraft(profileId: string): string | null {
  try {
    return localStorage.getItem(keyOf(profileId))
  } catch {
    return null
  }
}

/**
 * Only what differs from the form's initial values, so that a draft never empties a field that was filled elsewhere or could
 * not be loaded. If storage is full or forbidden, only the draft is lost.
 */
export function saveDraft(
  profileId: string,
  values: ProfileValues,
  initial: ProfileValues,
  { from, version }: DraftBase,
): void {
  if (values.full_name.trim() === "") return
  const changes = changesOf(values, initial)
  if (Object.keys(changes).length === 0) {
    clearDraft(profileId)
    return
  }
  const replaced = Object.fromEntries(Object.entries(from).filter(([name]) => name in changes))
  try {
    localStorage.setItem(keyOf(profileId), JSON.stringify({ changes, from: replaced, version } satisfies Draft))
  } catch {
    return
  }
}

export const clearDraft = (profileId: string): void => localStorage.removeItem(keyOf(profileId))
