// What each column of an archive may hold: what the product would have written, today or earlier.
import { isDeepStrictEqual } from "node:util"
import { ROLES } from "../../../domain/account/roles.ts"
import { SECURITY_EVENTS } from "../../../domain/account/security-event.ts"
import { AUDIT_ACTIONS } from "../../../domain/audit/audit.ts"
import { isCardId } from "../../../domain/card/card.ts"
import {
  CARD_BATCH_MAX,
  CARD_NICKNAME_MAX,
  FIELD_MAX,
  REPORT_DETAIL_MAX,
  USER_METADATA_DEPTH_MAX,
  USER_METADATA_MAX_BYTES,
  USERNAME_MAX,
  USERNAME_MIN,
} from "../../../domain/limits.ts"
import { REPORT_OUTCOMES, REPORT_REASONS } from "../../../domain/moderation/report.ts"
import { isUuid } from "../../../domain/paths.ts"
import { ACCENTS } from "../../../domain/profile/accent.ts"
import { NETWORKS } from "../../../domain/profile/links.ts"
import { profilePayload } from "../../../domain/profile/profile-form.ts"
import { isPictureAddress } from "../../features/profiles/pictures.ts"
import { CREDENTIAL_RULES } from "./credential-rules.ts"
import type { CarriedTable } from "./manifest.ts"
import { PEOPLE_RULES } from "./people-rules.ts"
import {
  both,
  type Check,
  count,
  day,
  either,
  email,
  empty,
  flag,
  json,
  like,
  link,
  moment,
  oneOf,
  optional,
  positive,
  record,
  rowNumber,
  scalar,
  sha256,
  type Table,
  text,
  uuid,
} from "./value-checks.ts"

/** Characters of JSON, of which some take several bytes. */
const METADATA_MAX = 2 * USER_METADATA_MAX_BYTES
const METADATA_DEPTH = 2 * USER_METADATA_DEPTH_MAX
const AUDIT_TEXT_MAX = 1_000
const PLACE_MAX = 200
const DEVICE_MAX = 200

/** PHC string of Argon2id. Other parameters than ours would be weaker, or keep a processor busy at every sign-in. */
const ARGON2ID = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d),p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/
const MEMORY_KIB = { least: 19_456, most: 65_536 }
const PASSES = { least: 2, most: 4 }

const passwordHash: Check = (value) => {
  const [, memory, passes] = ARGON2ID.exec(typeof value === "string" ? value : "") ?? []
  const isWithin = (number: string | undefined, { least, most }: typeof PASSES) =>
    Number(number) >= least && Number(number) <= most
  return isWithin(memory, MEMORY_KIB) && isWithin(passes, PASSES)
}

/** Reserved words were free once. A profile that was made by saving has its user's id until it gets a username. */
const username: Check = (value, { id }) =>
  typeof value === "string" &&
  (value === id || (/^[a-z0-9_-]+$/.test(value) && !isUuid(value) && isNameLength(value.length)))
const isNameLength = (length: number): boolean => length >= USERNAME_MIN && length <= USERNAME_MAX

/** Metadata of sign-up: our own keys hold one line of text, and others are stored as they were sent. */
const OWN_METADATA: Record<string, Check> = {
  username: text(USERNAME_MAX),
  full_name: text(FIELD_MAX.full_name),
  phone: text(FIELD_MAX.business_phone),
}
const metadata = both(json(METADATA_MAX, METADATA_DEPTH), (value, row) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(
    ([key, inside]) => !Object.hasOwn(OWN_METADATA, key) || OWN_METADATA[key]?.(inside, row),
  )
})

const cardId: Check = (value) => typeof value === "string" && isCardId(value)
const socialMedia = record(oneOf(["website", ...NETWORKS]), link(FIELD_MAX.url))
/** What the owner's form would have stored, letter by letter. */
const asSaved =
  (field: "profile_items" | "field_visibility" | "look"): Check =>
  (value) => {
    const saved = profilePayload().shape[field].safeParse(value)
    return saved.success && value !== undefined && isDeepStrictEqual(saved.data, value)
  }
const onlyIf =
  (isMeant: (row: Record<string, unknown>) => boolean, check: Check): Check =>
  (value, row) =>
    value === null || (isMeant(row) && check(value, row))
const ofActivated = (check: Check) => onlyIf(({ activation_status }) => activation_status === "activated", check)
const ofOwned = (check: Check) => onlyIf(({ user_id }) => user_id !== null, check)
const ofResolved = (check: Check) => onlyIf(({ resolved_at }) => resolved_at !== null, check)
const ofBatch = (check: Check, other: "batch_id" | "batch_number"): Check => onlyIf((row) => row[other] !== null, check)
const picture = (kind: "photo" | "banner"): Check =>
  either(
    empty,
    (value, { id }) => typeof value === "string" && typeof id === "string" && isPictureAddress(kind, id, value),
  )

const noLook: Check = (value) => isDeepStrictEqual(value, {})

const RULES: Record<CarriedTable, Table> = {
  ...CREDENTIAL_RULES,
  ...PEOPLE_RULES,
  users: {
    since: 1,
    columns: {
      id: uuid,
      email,
      email_confirmed_at: optional(moment),
      password_hash: passwordHash,
      user_metadata: metadata,
      created_at: moment,
      updated_at: moment,
      last_sign_in_at: optional(moment),
      second_factor_due_at: { check: optional(moment), since: 8 },
      has_password: { check: flag, since: 20 },
    },
  },
  profiles: {
    since: 1,
    columns: {
      id: uuid,
      username,
      full_name: text(FIELD_MAX.full_name),
      job_title: text(FIELD_MAX.job_title),
      business_name: text(FIELD_MAX.business_name),
      business_phone: text(FIELD_MAX.business_phone),
      email: either(empty, email),
      signin_email: either(empty, email),
      address: text(FIELD_MAX.address),
      bio: text(FIELD_MAX.bio),
      profile_picture: picture("photo"),
      profile_url: either(empty, link(FIELD_MAX.url)),
      social_media: socialMedia,
      created_at: moment,
      updated_at: moment,
      deleted_at: optional(moment),
      deletion_scheduled_at: optional(moment),
      hidden_at: { check: optional(moment), since: 3 },
      accent: { check: oneOf(["", ...ACCENTS]), since: 3 },
      banner_picture: { check: picture("banner"), since: 3 },
      profile_items: { check: asSaved("profile_items"), since: 10 },
      field_visibility: { check: asSaved("field_visibility"), since: 10 },
      is_indexed: { check: flag, since: 10 },
      takes_details: { check: flag, since: 21 },
      version: { check: count, since: 11 },
      owner_id: { check: uuid, since: 12 },
      look: { check: either(noLook, asSaved("look")), since: 13 },
    },
  },
  user_roles: { since: 1, columns: { user_id: uuid, role: oneOf(ROLES) } },
  card_urls: {
    since: 1,
    columns: {
      id: uuid,
      card_id: cardId,
      activation_status: oneOf(["pending", "activated"]),
      user_id: ofActivated(uuid),
      created_at: moment,
      activated_at: ofActivated(moment),
      lost_at: { check: optional(moment), since: 3 },
      batch_id: { check: ofBatch(uuid, "batch_number"), since: 5 },
      batch_number: { check: ofBatch(positive(CARD_BATCH_MAX), "batch_id"), since: 5 },
      profile_id: { check: ofActivated(uuid), since: 12 },
      nickname: { check: either(empty, ofOwned(text(CARD_NICKNAME_MAX))), since: 15 },
    },
  },
  card_taps: {
    since: 1,
    columns: {
      id: rowNumber,
      card_id: optional(cardId),
      profile_id: optional(uuid),
      tapped_at: moment,
      city: text(PLACE_MAX),
      state: text(PLACE_MAX),
      country: text(PLACE_MAX),
    },
  },
  profile_days: { since: 3, columns: { profile_id: uuid, day, views: count, saves: count } },
  reports: {
    since: 3,
    columns: {
      id: uuid,
      profile_id: uuid,
      reason: oneOf(REPORT_REASONS),
      detail: text(REPORT_DETAIL_MAX),
      created_at: moment,
      resolved_at: optional(moment),
      resolved_by: ofResolved(uuid),
      outcome: ofResolved(oneOf(REPORT_OUTCOMES)),
    },
  },
  audit: {
    since: 1,
    columns: {
      id: rowNumber,
      at: moment,
      actor_id: optional(uuid),
      action: oneOf(AUDIT_ACTIONS),
      subject_id: either(empty, uuid, cardId),
      detail: record(like(/^[a-z_]{1,40}$/), scalar(AUDIT_TEXT_MAX)),
    },
  },
  security_events: {
    since: 8,
    columns: { id: rowNumber, user_id: uuid, event: oneOf(SECURITY_EVENTS), device: text(DEVICE_MAX), at: moment },
  },
  invitations: {
    since: 8,
    columns: {
      id: uuid,
      code_hash: sha256,
      email: either(empty, email),
      created_by: optional(uuid),
      created_at: moment,
      expires_at: moment,
      used_at: optional(moment),
      used_by: optional(uuid),
    },
  },
}

/** The columns of a table after this many migrations, each with its check; null: the table does not exist then. */
export function columnsAt(table: CarriedTable, migrations: number): Map<string, Check> | null {
  const { since, columns } = RULES[table]
  if (migrations < since) return null
  return new Map(
    Object.entries(columns).flatMap(([name, column]): [string, Check][] => {
      if (typeof column === "function") return [[name, column]]
      return migrations < (column.since ?? since) ? [] : [[name, column.check]]
    }),
  )
}
