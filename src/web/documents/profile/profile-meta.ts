// How a profile presents itself to search engines and in link previews.
import { contactPath, profilePath } from "../../../domain/paths.ts"
import { httpUrl, NETWORKS } from "../../../domain/profile/links.ts"
import { previewPath } from "../../../domain/profile/preview.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import { shownIn } from "../../../domain/profile/visibility.ts"
import type { Site } from "../../page-data.ts"
import { describe } from "../document-meta.ts"

const DESCRIPTION_CHARACTERS = 160

/** One line, shortened between words. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim()
  if (line.length <= DESCRIPTION_CHARACTERS) return line
  const cut = line.slice(0, DESCRIPTION_CHARACTERS)
  const lastSpace = cut.lastIndexOf(" ")
  return `${(lastSpace === -1 ? cut : cut.slice(0, lastSpace)).toWellFormed()}…`
}

export function profileMeta(whole: PublicProfile, site: Site) {
  const profile = shownIn("page", whole)
  const name = profile.full_name || profile.username
  const url = site.origin + profilePath(profile.username)
  const role = [profile.job_title, profile.business_name].filter(Boolean).join(" · ")
  const description = shortened([role, profile.bio].filter(Boolean).join(". ") || `${name}'s digital business card.`)
  const photo = profile.profile_picture === "" ? undefined : site.origin + profile.profile_picture
  const image = { path: previewPath(profile), alt: `${name}'s card` }
  return [
    ...describe({ title: `${name} · ${site.name}`, description, url, type: "profile", image }, site),
    { tagName: "link", rel: "alternate", type: "text/vcard", href: site.origin + contactPath(profile.username) },
    { property: "profile:username", content: profile.username },
    ...(profile.is_indexed ? [] : [{ name: "robots", content: "noindex" }]),
    { "script:ld+json": structured(profile, url, photo) },
  ]
}

/** As Google reads it (developers.google.com/search/docs/appearance/structured-data/profile-page): a page about one person. */
function structured(profile: PublicProfile, url: string, photo: string | undefined) {
  const sameAs = (["website", ...NETWORKS] as const).flatMap((key) => httpUrl(profile.social_media[key] ?? "") ?? [])
  return {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    url,
    dateModified: profile.updated_at,
    mainEntity: {
      "@type": "Person",
      name: profile.full_name || profile.username,
      alternateName: profile.username,
      identifier: profile.id,
      url,
      ...(profile.job_title && { jobTitle: profile.job_title }),
      ...(profile.business_name && { worksFor: { "@type": "Organization", name: profile.business_name } }),
      ...(profile.bio && { description: profile.bio }),
      ...(photo !== undefined && { image: photo }),
      ...(sameAs.length > 0 && { sameAs }),
    },
  }
}
