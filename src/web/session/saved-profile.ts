// Passes a profile that was just saved to the page that shows it, so that it need not be loaded again.
import { isShown } from "../../domain/account/lifecycle.ts"
import type { OwnProfile, PublicProfile } from "../../domain/profile/profile.ts"
import { shownAnywhere } from "../../domain/profile/visibility.ts"

let saved: OwnProfile | null = null

export function handOverProfile(profile: OwnProfile): void {
  saved = profile
}

const dateOf = (moment: string | null): Date | null => (moment === null ? null : new Date(moment))

/** Once, and only what everyone can see: owners see their hidden profile as everyone does. */
export function takeSavedProfile(username: string, now: Date): PublicProfile | null {
  const profile = saved
  saved = null
  if (profile?.username !== username) return null
  const dates = {
    deleted_at: dateOf(profile.deleted_at),
    deletion_scheduled_at: dateOf(profile.deletion_scheduled_at),
    hidden_at: dateOf(profile.hidden_at),
  }
  return isShown(dates, now) ? shownAnywhere(profile) : null
}
