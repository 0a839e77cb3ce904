// Profiles: read one, save your own, change its pictures. Rows become profiles here, and links are filtered again.
import type { ReviewedProfile } from "../../../api/moderation.ts"
import { accountState, isShown } from "../../../domain/account/lifecycle.ts"
import { storablePhone } from "../../../domain/contact/typed-phone.ts"
import { Refusal } from "../../../domain/errors.ts"
import { FIELD } from "../../../domain/messages.ts"
import { isUuid, profilePath } from "../../../domain/paths.ts"
import { isAccent } from "../../../domain/profile/accent.ts"
import { storablePhones } from "../../../domain/profile/item-phones.ts"
import type { ProfileItem } from "../../../domain/profile/items.ts"
import { httpUrl, NETWORKS } from "../../../domain/profile/links.ts"
import { lookOf } from "../../../domain/profile/look.ts"
import {
  hasName,
  type OwnProfile,
  type PublicProfile,
  profileItemSchema,
  type SocialMedia,
} from "../../../domain/profile/profile.ts"
import { withoutHidden } from "../../../domain/profile/visibility.ts"
import { isoOrNull } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Files } from "../../platform/files/files.ts"
import type { Log } from "../../platform/log.ts"
import { createSharedMutex } from "../../platform/rate-limits/shared-mutex.ts"
import { createContactCards } from "./contact-card.ts"
import { createPictures } from "./pictures.ts"
import {
  type ChangedFields,
  createProfileStore,
  type OwnRow,
  type ProfileKey,
  type ProfileOwner,
  type PublicRow,
  profileIdOf,
} from "./store.ts"

interface Needs {
  clock: Clock
  config: Pick<Config, "PUBLIC_ORIGIN">
  database: OpenDatabase
  files: Files
  log: Log
  /** the folder for uploads that are being received */
  incoming: string
}

export type Profiles = ReturnType<typeof createProfiles>

export function createProfiles({ clock, config, database, files, incoming, log }: Needs) {
  const store = createProfileStore(database)
  const inSharedTurn = createSharedMutex(database.db, clock)
  const { contactPhoto, ...pictures } = createPictures({ files, inSharedTurn, incoming, log, ownRow, save, store })

  return {
    /** By id when the key is a UUID, else by username, in upper or lower case. @returns null when missing or not shown (section 4) */
    async read(key: string, now: Date): Promise<PublicProfile | null> {
      const row = mayBeKey(key) ? await store.public(key) : undefined
      return row !== undefined && isPublic(row, now) ? publicProfile(row) : null
    },

    /** The same for a visitor. May read a replica, which is at most LEASE_MS behind. */
    view: async (key: string, now: Date): Promise<PublicProfile | null> =>
      (await viewRevision(key, now))?.profile ?? null,

    viewRevision,

    /** Profiles in every state, for moderators, in no order. */
    async forReview(ids: string[], now: Date): Promise<ReviewedProfile[]> {
      return (await store.byIds(ids)).map((row) => ({
        ...publicProfile(row),
        account: accountState(row, now),
        hidden_at: isoOrNull(row.hidden_at),
      }))
    },

    /** The owner's view of the first profile, even while the account is deactivated. */
    async own(userId: string): Promise<OwnProfile | null> {
      const row = await store.ownById(userId)
      return row === undefined ? null : ownProfile(row)
    },

    /** The same of all profiles, the first one first. */
    allOf: async (userId: string): Promise<OwnProfile[]> => (await store.ofOwner(userId)).map(ownProfile),

    /** One of the owner's profiles. @throws Refusal not_found, also if it belongs to someone else */
    async oneOf(userId: string, profileId: string): Promise<OwnProfile> {
      return ownProfile(await ownRow({ user_id: userId, profile_id: profileId }))
    },

    save,
    ...pictures,
    contactCard: createContactCards({ config, contactPhoto, log }),
  }

  /** The same with its revision, which differs after every change. */
  async function viewRevision(key: string, now: Date): Promise<{ profile: PublicProfile; revision: string } | null> {
    const row = mayBeKey(key) ? await store.publicForVisitor(key) : undefined
    return row !== undefined && isPublic(row, now) ? { profile: publicProfile(row), revision: row.revision } : null
  }

  /** @throws Refusal not_found */
  async function ownRow(owner: ProfileKey): Promise<OwnRow> {
    const row = await store.ownById(profileIdOf(owner))
    if (row?.owner_id !== owner.user_id) throw new Refusal("not_found")
    return row
  }

  /**
   * Updates the given fields, or creates the first profile.
   * @param version if given, the change is refused unless the profile still has this version
   * @throws Refusal account_deactivated, profile_changed, not_found (a further profile), validation_failed for a phone number
   */
  async function save(owner: ProfileOwner, fields: ChangedFields, now: Date, version?: number): Promise<OwnProfile> {
    const isFirst = profileIdOf(owner) === owner.user_id
    if (!isFirst) await ownRow(owner)
    const phones = await checkedPhones(profileIdOf(owner), fields)
    const row = await store.save(owner, { ...fields, ...phones }, now, version)
    if (row === undefined) {
      if (!isFirst) await ownRow(owner)
      const stored = version === undefined ? undefined : await store.ownById(profileIdOf(owner))
      throw new Refusal(stored?.deleted_at === null ? "profile_changed" : "account_deactivated")
    }
    return ownProfile(row)
  }

  /** Phone numbers as they are stored. A stored number may stay even if today's rules reject it. */
  async function checkedPhones(
    profileId: string,
    { business_phone, profile_items }: ChangedFields,
  ): Promise<ChangedFields> {
    const number = business_phone === undefined ? undefined : await storablePhone(business_phone)
    const items = await storablePhones(profile_items ?? [])
    const isFine = number === business_phone && items.problems.length === 0
    const stored = isFine ? undefined : await store.ownById(profileId)
    const fields: Record<string, string> = {}
    if (number === null && stored?.business_phone !== business_phone) fields.business_phone = FIELD.phoneInvalid
    for (const at of items.problems)
      if (!stored?.profile_items.some(({ value }) => value === profile_items?.[at]?.value))
        fields[`profile_items.${at}.value`] = FIELD.phoneInvalid
    if (Object.keys(fields).length > 0) throw new Refusal("validation_failed", { fields })
    const isKept = business_phone === undefined || stored?.business_phone === business_phone
    return {
      ...(!isKept && number !== undefined && number !== null && { business_phone: number }),
      ...(profile_items !== undefined && { profile_items: items.items }),
    }
  }

  function ownProfile(row: OwnRow): OwnProfile {
    return {
      ...unfilteredProfile(row),
      version: row.version,
      signin_email: row.signin_email,
      profile_url: config.PUBLIC_ORIGIN + profilePath(row.username),
      created_at: row.created_at.toISOString(),
      deleted_at: isoOrNull(row.deleted_at),
      deletion_scheduled_at: isoOrNull(row.deletion_scheduled_at),
      hidden_at: isoOrNull(row.hidden_at),
    }
  }
}

/** UUIDs, and the characters of usernames in any case. Other keys need no lookup. */
const mayBeKey = (key: string): boolean => isUuid(key) || /^[a-z0-9_-]{1,64}$/i.test(key)

const isPublic = (row: PublicRow, now: Date): boolean => hasName(row) && isShown(row, now)

const publicProfile = (row: PublicRow): PublicProfile => withoutHidden(unfilteredProfile(row))

/** The fields of a public profile, named one by one, including those that only its owner sees. */
function unfilteredProfile(row: PublicRow): PublicProfile {
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
    look: lookOf(row.look),
    social_media: shownLinks(row.social_media),
    profile_items: row.profile_items.filter(isShownItem),
    field_visibility: row.field_visibility,
    is_indexed: row.is_indexed,
    takes_details: row.takes_details,
    updated_at: row.updated_at.toISOString(),
  }
}

/** Only links that are shown today, whatever was stored by earlier versions or by hand. */
function shownLinks(stored: SocialMedia): SocialMedia {
  const links: SocialMedia = {}
  for (const key of ["website", ...NETWORKS] as const) {
    const address = stored[key]
    if (typeof address === "string" && httpUrl(address) !== null) links[key] = address
  }
  return links
}

/** Only items that match today's schema, and only links that are shown. */
const isShownItem = (item: ProfileItem): boolean =>
  profileItemSchema.safeParse(item).success && (item.kind !== "link" || httpUrl(item.value) !== null)
