// What a preview picture is drawn from: a profile, reduced to what its card shows at a glance.
import { initials } from "../../../domain/contact/names.ts"
import { profilePath } from "../../../domain/paths.ts"
import { type Accent, accentOf } from "../../../domain/profile/accent.ts"
import { displayUrl } from "../../../domain/profile/links.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import { shownIn } from "../../../domain/profile/visibility.ts"

export interface PreviewCard {
  username: string
  name: string
  job_title: string
  business_name: string
  initials: string
  /** of the page, as people read it */
  address: string
  site: string
  accent: Accent
  /** encoded pictures, as they are kept; null: a seal, a pattern */
  photo: Uint8Array | null
  banner: Uint8Array | null
}

type Pictures = Pick<PreviewCard, "photo" | "banner">

export function previewCard(
  whole: PublicProfile,
  site: { name: string; origin: string },
  pictures: Pictures,
): PreviewCard {
  const profile = shownIn("page", whole)
  const name = profile.full_name || profile.username
  return {
    username: profile.username,
    name,
    job_title: profile.job_title,
    business_name: profile.business_name,
    initials: initials(name),
    address: displayUrl(site.origin + profilePath(profile.username)),
    site: site.name,
    accent: accentOf(profile),
    ...pictures,
  }
}
