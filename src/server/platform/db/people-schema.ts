// The tables of the people that owners have met, and of the address books that follow them.
import { isNotNull, sql } from "drizzle-orm"
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import type { GivenDetails } from "../../../domain/people/given.ts"
import type { Notices } from "../../../domain/people/given-options.ts"
import type { PersonSource } from "../../../domain/people/person.ts"
import type { FollowedDetails, TheirState } from "../../../domain/people/person-following.ts"
import type { PersonKeyKind } from "../../../domain/people/person-keys.ts"
import { moment, users } from "./auth-schema.ts"
import { card_urls, profiles } from "./schema.ts"

/** Addresses of those who left their details: one link each shows, corrects and deletes all that was given with the address. */
export const people_givers = pgTable(
  "people_givers",
  {
    id: uuid("id").primaryKey(),
    /** lowercase */
    email: text("email").notNull(),
    /** SHA-256 of the token that confirms the address; null: none is open */
    confirm_token_hash: text("confirm_token_hash"),
    confirm_until: moment("confirm_until"),
    /** SHA-256 of the token that shows the details; null until the address is confirmed */
    token_hash: text("token_hash"),
    /** when details were last left with it */
    created_at: moment("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("people_givers_email").on(t.email),
    uniqueIndex("people_givers_confirm_token_hash").on(t.confirm_token_hash).where(isNotNull(t.confirm_token_hash)),
    uniqueIndex("people_givers_token_hash").on(t.token_hash).where(isNotNull(t.token_hash)),
  ],
)

/** What an owner chose about the people they meet; without a row, the defaults. */
export const people_settings = pgTable("people_settings", {
  owner_id: uuid("owner_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** how long what visitors give is kept; 0: until it is deleted */
  retention_days: integer("retention_days").notNull().default(0),
  /** where the owner is today */
  event: text("event").notNull().default(""),
  event_until: moment("event_until"),
  notices: text("notices").$type<Notices>().notNull().default("daily"),
  /** when the owner last looked at their people */
  seen_at: moment("seen_at"),
  /** when the last email about new people was sent */
  noticed_at: moment("noticed_at"),
})

/** People that the owner of an account has met. */
export const people = pgTable(
  "people",
  {
    id: uuid("id").primaryKey(),
    owner_id: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** the file's name in the address book; a phone chooses it for contacts that it creates */
    resource: text("resource").notNull(),
    /** the whole contact as a vCard; the columns below it repeat what lists show and search */
    card: text("card").notNull(),
    full_name: text("full_name").notNull().default(""),
    business_name: text("business_name").notNull().default(""),
    job_title: text("job_title").notNull().default(""),
    /** the first of each kind, for a call or an email from the list */
    phone: text("phone").notNull().default(""),
    email: text("email").notNull().default(""),
    tags: text("tags").array().notNull().default([]),
    /** lowercase: name, company, entries, note, tags, event */
    search: text("search").notNull().default(""),
    source: text("source").$type<PersonSource>().notNull(),
    met_at: moment("met_at").notNull(),
    event: text("event").notNull().default(""),
    place: text("place").notNull().default(""),
    /** empty: `tapped_card_id` took its place, but processes of the previous version name it */
    card_id: text("card_id").notNull().default(""),
    /** the owner's card that they tapped before they left their details; null: none, or unknown */
    tapped_card_id: uuid("tapped_card_id").references(() => card_urls.id, { onDelete: "set null" }),
    /** a group of an address book: no person, and shown to address books only */
    is_group: boolean("is_group").notNull().default(false),
    /** which of the owner's profiles they met; null: none, or one that is gone */
    profile_id: uuid("profile_id").references(() => profiles.id, { onDelete: "set null" }),
    /** of the other person, when it is on this site */
    their_profile_id: uuid("their_profile_id").references(() => profiles.id, { onDelete: "set null" }),
    /** whether the card follows that profile; empty: not yet, or there is none */
    their_state: text("their_state").$type<TheirState>().notNull().default(""),
    /** the version of the profile that the card shows */
    their_version: integer("their_version"),
    /** what the card has from the profile: the rest is the owner's; null again once the profile is deleted */
    their_details: jsonb("their_details").$type<FollowedDetails>(),
    /** the sentence that the giver agreed to; null: not given by the person */
    consent_version: integer("consent_version"),
    /** who may see, correct and delete it; null: gave no email */
    giver_id: uuid("giver_id").references(() => people_givers.id, { onDelete: "set null" }),
    /** as the person gave it, without what the owner added; null: not given by the person */
    given: jsonb("given").$type<GivenDetails>(),
    /** when it is deleted, as the person was told; null: kept */
    kept_until: moment("kept_until"),
    updated_at: moment("updated_at").notNull(),
    /** the book's revision when it last changed */
    revision: bigint("revision", { mode: "number" }).notNull(),
  },
  (t) => [
    uniqueIndex("people_resource").on(t.owner_id, t.resource),
    index("people_tapped_card_id").on(t.tapped_card_id).where(isNotNull(t.tapped_card_id)),
    index("people_groups").on(t.owner_id).where(sql`${t.is_group}`),
    index("people_giver_id").on(t.giver_id).where(isNotNull(t.giver_id)),
    index("people_given").on(t.owner_id, t.met_at).where(sql`${t.source} in ('given', 'profile')`),
    index("people_kept_until").on(t.kept_until).where(isNotNull(t.kept_until)),
    index("people_met_at").on(t.owner_id, t.met_at, t.id),
    index("people_revision").on(t.owner_id, t.revision),
    index("people_search").using("gin", sql`${t.search} gin_trgm_ops`),
    index("people_their_profile_id").on(t.their_profile_id).where(isNotNull(t.their_profile_id)),
    index("people_profile_id").on(t.profile_id).where(isNotNull(t.profile_id)),
    index("people_followed")
      .on(t.owner_id)
      .where(sql`${t.their_profile_id} is not null or ${t.their_details} is not null`),
  ],
)

/** What a person is found by exactly: tags and events that lists are filtered by, and what two contacts of one person have in common. */
export const people_keys = pgTable(
  "people_keys",
  {
    owner_id: uuid("owner_id").notNull(),
    kind: text("kind").$type<PersonKeyKind>().notNull(),
    value: text("value").notNull(),
    person_id: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ name: "people_keys_pkey", columns: [t.owner_id, t.kind, t.value, t.person_id] }),
    index("people_keys_person_id").on(t.person_id),
  ],
)

/** What an address book needs to know about deleted contacts. */
export const people_deleted = pgTable(
  "people_deleted",
  {
    owner_id: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    resource: text("resource").notNull(),
    revision: bigint("revision", { mode: "number" }).notNull(),
    deleted_at: moment("deleted_at").notNull(),
  },
  (t) => [
    primaryKey({ name: "people_deleted_pkey", columns: [t.owner_id, t.resource] }),
    index("people_deleted_revision").on(t.owner_id, t.revision),
    index("people_deleted_at").on(t.deleted_at),
  ],
)

/** One row for each account that has met someone. */
export const people_books = pgTable("people_books", {
  owner_id: uuid("owner_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** counts every change; also the token with which an address book asks for what is new */
  revision: bigint("revision", { mode: "number" }).notNull().default(0),
  /** deletions before this revision are forgotten: older tokens start again */
  oldest_revision: bigint("oldest_revision", { mode: "number" }).notNull().default(0),
  count: integer("count").notNull().default(0),
  bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
})
