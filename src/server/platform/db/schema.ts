// The tables, except those of accounts (auth-schema.ts). Column names are the specification's (section 3) and go unchanged from here to JSON to form.
import { isNotNull, ne, sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import type { ReportOutcome, ReportReason } from "../../../domain/moderation/report.ts"
import type { ProfileItem } from "../../../domain/profile/items.ts"
import type { Look } from "../../../domain/profile/look.ts"
import type { SocialMedia } from "../../../domain/profile/profile.ts"
import type { FieldVisibility } from "../../../domain/profile/visibility.ts"
import { moment, users } from "./auth-schema.ts"

/**
 * What an administrator searches, as one text; line breaks keep a match within one field. The index is used only by the very same
 * expression.
 */
export const searchText = (of: Record<"username" | "full_name" | "signin_email", AnyPgColumn>) =>
  sql`lower(${of.username} || chr(10) || ${of.full_name} || chr(10) || ${of.signin_email})`

export const profiles = pgTable(
  "profiles",
  {
    /** the account's own id for its first profile (specification section 3) */
    id: uuid("id").primaryKey(),
    owner_id: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    username: text("username").notNull(),
    full_name: text("full_name").notNull().default(""),
    job_title: text("job_title").notNull().default(""),
    business_name: text("business_name").notNull().default(""),
    business_phone: text("business_phone").notNull().default(""),
    email: text("email").notNull().default(""),
    signin_email: text("signin_email").notNull().default(""),
    address: text("address").notNull().default(""),
    bio: text("bio").notNull().default(""),
    profile_picture: text("profile_picture").notNull().default(""),
    profile_url: text("profile_url").notNull().default(""),
    social_media: jsonb("social_media").$type<SocialMedia>().notNull().default({}),
    created_at: moment("created_at").notNull(),
    updated_at: moment("updated_at").notNull(),
    deleted_at: moment("deleted_at"),
    deletion_scheduled_at: moment("deletion_scheduled_at"),
    /** when a moderator hid it; null: shown */
    hidden_at: moment("hidden_at"),
    /** one of the domain's accents; empty: chosen by the username */
    accent: text("accent").notNull().default(""),
    /** layout, ground and pattern; empty: none was chosen */
    look: jsonb("look").$type<Partial<Look>>().notNull().default({}),
    banner_picture: text("banner_picture").notNull().default(""),
    profile_items: jsonb("profile_items").$type<ProfileItem[]>().notNull().default([]),
    /** which of the fields above appear only on the page, only in the contact, or nowhere */
    field_visibility: jsonb("field_visibility").$type<FieldVisibility>().notNull().default({}),
    is_indexed: boolean("is_indexed").notNull().default(true),
    /** whether visitors may leave their details; new profiles say so themselves, those from before it do not */
    takes_details: boolean("takes_details").notNull().default(false),
    /** how often the form was saved: a save that started from another version is refused */
    version: integer("version").notNull().default(0),
  },
  (t) => [
    uniqueIndex("profiles_username_unique").on(sql`lower(${t.username})`),
    // Every search reads the whole list of pending entries, so it is short; without one, bulk loads take four times as long.
    index("profiles_search")
      .using("gin", sql`${searchText(t)} gin_trgm_ops`)
      .with({ gin_pending_list_limit: 256 }),
    index("profiles_created_at").on(t.created_at, t.id),
    index("profiles_deactivated").on(t.created_at, t.id).where(sql`${t.deleted_at} is not null`),
    index("profiles_deletion_scheduled_at").on(t.deletion_scheduled_at),
    index("profiles_owner_id").on(t.owner_id),
    // Few accounts have more than one: the administrators' search looks for them at each account that it walks over.
    index("profiles_further").on(t.owner_id).where(ne(t.id, t.owner_id)),
    index("profiles_hidden_at").on(t.hidden_at, t.id).where(isNotNull(t.hidden_at)),
  ],
)

export const card_urls = pgTable(
  "card_urls",
  {
    id: uuid("id").primaryKey(),
    card_id: text("card_id").notNull(),
    activation_status: text("activation_status").$type<"pending" | "activated">().notNull().default("pending"),
    user_id: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    /** which of the owner's profiles it opens; null: the first */
    profile_id: uuid("profile_id").references(() => profiles.id, { onDelete: "set null" }),
    created_at: moment("created_at").notNull(),
    activated_at: moment("activated_at"),
    /** the owner's own name for it, shown to no one else; gone when the card changes hands */
    nickname: text("nickname").notNull().default(""),
    /** when its owner reported it lost; null: not lost */
    lost_at: moment("lost_at"),
    /** cards made by one order share it, and are numbered from 1; null for cards made before or elsewhere */
    batch_id: uuid("batch_id"),
    batch_number: integer("batch_number"),
  },
  (t) => [
    uniqueIndex("card_urls_card_id_unique").on(t.card_id),
    // An order that arrives twice makes its cards once.
    uniqueIndex("card_urls_batch").on(t.batch_id, t.batch_number),
    index("card_urls_user_id").on(t.user_id),
    index("card_urls_profile_id").on(t.profile_id).where(isNotNull(t.profile_id)),
    // The portal reads page by page in this order, all of them or those in one state.
    index("card_urls_created_at").on(t.created_at, t.id),
    index("card_urls_status").on(t.activation_status, t.created_at, t.id),
    index("card_urls_lost").on(t.created_at, t.id).where(sql`${t.lost_at} is not null`),
    index("card_urls_search").using("gin", sql`${t.card_id} gin_trgm_ops`),
  ],
)

export const rate_limits = pgTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    resets_at: moment("resets_at").notNull(),
  },
  (t) => [index("rate_limits_resets_at").on(t.resets_at)],
)

export const mail_outbox = pgTable(
  "mail_outbox",
  {
    id: uuid("id").primaryKey(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    /** both bodies are emptied once sent: they hold one-time links */
    html_body: text("html_body").notNull(),
    text_body: text("text_body").notNull(),
    created_at: moment("created_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    next_attempt_at: moment("next_attempt_at").notNull(),
    sent_at: moment("sent_at"),
    failed_at: moment("failed_at"),
    last_error: text("last_error"),
    /** the process that is sending it; null: none is */
    claimed_by: integer("claimed_by"),
  },
  (t) => [
    index("mail_outbox_due").on(t.next_attempt_at),
    index("mail_outbox_claimed").on(t.claimed_by).where(sql`claimed_by is not null`),
  ],
)

/** Partitioned by month (partitions.ts), which Drizzle cannot say (docs/decisions/database.md). */
export const card_taps = pgTable(
  "card_taps",
  {
    id: bigint("id", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    card_id: text("card_id"),
    profile_id: uuid("profile_id").references(() => profiles.id, { onDelete: "cascade" }),
    tapped_at: moment("tapped_at").notNull(),
    city: text("city").notNull().default(""),
    state: text("state").notNull().default(""),
    country: text("country").notNull().default(""),
  },
  (t) => [
    primaryKey({ name: "card_taps_pkey", columns: [t.tapped_at, t.id] }),
    index("card_taps_profile").on(t.profile_id, t.tapped_at),
  ],
)

/** Page views and saved contacts of one day (UTC), without visitors. Partitioned by month, like taps. */
export const profile_days = pgTable(
  "profile_days",
  {
    profile_id: uuid("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    views: integer("views").notNull().default(0),
    saves: integer("saves").notNull().default(0),
  },
  (t) => [
    primaryKey({ name: "profile_days_pkey", columns: [t.profile_id, t.day] }),
    index("profile_days_day").on(t.day),
  ],
)

/** What someone reported about a profile; open until a moderator has decided. */
export const reports = pgTable(
  "reports",
  {
    id: uuid("id").primaryKey(),
    profile_id: uuid("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    reason: text("reason").$type<ReportReason>().notNull(),
    detail: text("detail").notNull().default(""),
    created_at: moment("created_at").notNull(),
    resolved_at: moment("resolved_at"),
    /** null while open, and when the person who decided is gone */
    resolved_by: uuid("resolved_by").references(() => users.id, { onDelete: "set null" }),
    outcome: text("outcome").$type<ReportOutcome>(),
  },
  (t) => [index("reports_open").on(t.resolved_at, t.created_at), index("reports_profile_id").on(t.profile_id)],
)

export const audit = pgTable(
  "audit",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment("at").notNull(),
    /** null: the product itself */
    actor_id: uuid("actor_id"),
    action: text("action").notNull(),
    subject_id: text("subject_id").notNull().default(""),
    detail: jsonb("detail").$type<Record<string, string | number | boolean>>().notNull().default({}),
  },
  (t) => [
    index("audit_at").on(t.at),
    index("audit_subject").on(t.subject_id, t.id),
    index("audit_actor").on(t.actor_id, t.id),
    index("audit_action").on(t.action, t.id),
  ],
)

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" })

/**
 * Pages of profiles, rendered once for all processes (docs/decisions/rendered-pages.md). Unlogged: empty after a crash, and not on
 * replicas. A trigger deletes a profile's page when its row changes.
 */
export const rendered_pages = pgTable("rendered_pages", {
  profile_id: uuid("profile_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  /** `xmin` of the profile's row that was rendered: each change of the row gives it another one */
  revision: text("revision").notNull(),
  /** digest of the build and of the settings that pages depend on */
  made_with: text("made_with").notNull(),
  made_at: moment("made_at").notNull(),
  etag: text("etag").notNull(),
  /** Content-Security-Policy */
  policy: text("policy").notNull(),
  /** HTML, compressed with brotli */
  body: bytes("body").notNull(),
  /** digest of the columns above */
  checksum: text("checksum").notNull(),
})

/** Who may sign up while SIGN_UP is `invite`. */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey(),
    /** sha-256, hex: the code itself is shown once */
    code_hash: text("code_hash").notNull(),
    /** the only address it is good for; empty: any */
    email: text("email").notNull().default(""),
    created_by: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    created_at: moment("created_at").notNull(),
    expires_at: moment("expires_at").notNull(),
    used_at: moment("used_at"),
    used_by: uuid("used_by").references(() => users.id, { onDelete: "set null" }),
  },
  (t) => [uniqueIndex("invitations_code_hash").on(t.code_hash), index("invitations_created_at").on(t.created_at, t.id)],
)
