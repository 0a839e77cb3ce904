// Rows of the database as the world and their owner see them: explicit field lists, links filtered once more.
import type { ReviewedProfile } from "../../../api/moderation.ts"
import { accountState } from "../../../domain/account/lifecycle.ts"
import { profilePath } from "../../../domain/paths.ts"
import { isAccent } from "../../../domain/profile/accent.ts"
import { type ProfileItem, profileItemSchema } from "../../../domain/profile/items.ts"
import { httpUrl } from "../../../domain/profile/links.ts"
import { NETWORKS } from "../../../domain/profile/networks.ts"
import type { OwnProfile, PublicProfile, SocialMedia } from "../../../domain/profile/profile.ts"
import { shownAnywhere } from "../../../domain/profile/visibility.ts"
import type { OwnRow, PublicRow } from "./store.ts"

/** Only links we show, whatever was stored in earlier days or by other hands. */
function shownLinks(stored: SocialMedia): SocialMedia {
  const links: SocialMedia = {}
  for (const key of ["website", ...NETWORKS] as const) {
    const address = stored[key]
    if (typeof address === "string" && httpUrl(address) !== null) links[key] = address
  }
  return links
}

/** Only what has the shape of today, and no link that we do not show. */
function shownItems(stored: ProfileItem[]): ProfileItem[] {
  return stored.filter(
    (item) => profileItemSchema.safeParse(item).success && (item.kind !== "link" || httpUrl(item.value) !== null),
  )
}

export const publicProfile = (row: PublicRow): PublicProfile => shownAnywhere(wholeProfile(row))

function wholeProfile(row: PublicRow): PublicProfile {
  return {
    id: row.id,
    username: row.username,
    full_name: row.full_name,
    job_title: row.job_title,
    business_name: row.business_name,
    business_phone: row.business_phone,
    email: row.email,
    address: row.address,
    bio: row.bio,
    profile_picture: row.profile_picture,
    banner_picture: row.banner_picture,
    accent: isAccent(row.accent) ? row.accent : "",
    social_media: shownLinks(row.social_media),
    profile_items: shownItems(row.profile_items),
    field_visibility: row.field_visibility,
    is_indexed: row.is_indexed,
    updated_at: row.updated_at.toISOString(),
  }
}

export function reviewedProfile(row: PublicRow, now: Date): ReviewedProfile {
  return {
    ...publicProfile(row),
    account: accountState(row, now),
    hidden_at: row.hidden_at?.toISOString() ?? null,
  }
}

export function ownProfile(row: OwnRow, origin: string): OwnProfile {
  return {
    ...wholeProfile(row),
    signin_email: row.signin_email,
    profile_url: origin + profilePath(row.username),
    created_at: row.created_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    deletion_scheduled_at: row.deletion_scheduled_at?.toISOString() ?? null,
    hidden_at: row.hidden_at?.toISOString() ?? null,
  }
}
