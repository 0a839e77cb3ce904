// The picture that stands for a page in link previews: its size and its address.
import type { PublicProfile } from "./profile.ts"

/** As every reader of Open Graph wants it, in pixels. */
export const PREVIEW_WIDTH = 1200
export const PREVIEW_HEIGHT = 630
/** Shared caches show a deactivated profile for at most this long. */
export const PREVIEW_CACHE_S = 86_400
const PREVIEW_FOLDER = "/files/previews"
/** of every page that is not a profile; painted by scripts/site-pictures.ts */
export const SITE_PREVIEW = "/preview.jpg"

/** Changes with every change of the profile. */
export const previewVersion = ({ updated_at }: Pick<PublicProfile, "updated_at">): string =>
  Date.parse(updated_at).toString(36)

export const previewPath = (profile: Pick<PublicProfile, "username" | "updated_at">): string =>
  `${PREVIEW_FOLDER}/${encodeURIComponent(profile.username)}.jpg?v=${previewVersion(profile)}`
