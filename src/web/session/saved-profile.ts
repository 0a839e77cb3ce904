// Passes a profile that was just saved to the page that shows it, so that it need not be loaded again.
import type { OwnProfile, PublicProfile } from "../../domain/profile/profile.ts"

let saved: OwnProfile | null = null

export function handOverProfile(profile: OwnProfile): void {
  saved = profile
}

/** Only once, and only what everyone can see: owners see their hidden profile as everyone does. */
export function takeSavedProfile(username: string): PublicProfile | null {
  const taken = saved
  saved = null
  if (taken?.username !== username) return null
  const { signin_email: _, profile_url: __, created_at: ___, deletion_scheduled_at: ____, ...rest } = taken
  const { deleted_at, hidden_at, ...profile } = rest
  return deleted_at === null && hidden_at === null ? profile : null
}
