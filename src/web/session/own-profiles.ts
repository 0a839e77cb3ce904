// The profiles of the signed-in user: the first one, and further ones that addresses name by `?profile=`.
import type { Me } from "../../api/account.ts"
import type { OwnProfile } from "../../domain/profile/profile.ts"
import { OWN_PROFILES_KEY } from "./storage.ts"

/** Where profiles are added and deleted. */
export const PROFILES_PAGE = "/settings/profiles"

/** All of them, the first one first. */
export const ownProfiles = (me: Me | null): OwnProfile[] =>
  me === null ? [] : [...(me.profile === null ? [] : [me.profile]), ...me.further_profiles]

export const ownProfile = (me: Me | null, id: string): OwnProfile | undefined =>
  ownProfiles(me).find((profile) => profile.id === id)

/** @param username from the address; null: the first. Undefined when there is no such profile of this user */
export const chosenProfile = (me: Me, username: string | null): OwnProfile | null | undefined =>
  username === null ? me.profile : ownProfiles(me).find((profile) => profile.username === username)

/** The address of a page about a profile: that of the first one has no query. */
export const pathFor = (path: string, username: string, isFirst: boolean): string =>
  isFirst ? path : `${path}?${new URLSearchParams({ profile: username })}`

/** If storage is full or forbidden, only the owner's visits to further profiles are counted. */
export function noteOwnProfiles({ further_profiles }: Me): void {
  try {
    if (further_profiles.length === 0) localStorage.removeItem(OWN_PROFILES_KEY)
    else localStorage.setItem(OWN_PROFILES_KEY, further_profiles.map(({ id }) => id).join())
  } catch {
    return
  }
}
