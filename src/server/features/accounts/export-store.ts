// Everything kept about one person, read for that person. Columns are named one by one: no hash and no token is among them.
import { and, asc, desc, eq, gt, inArray, or, sql } from "drizzle-orm"
import {
  app_passwords,
  factors,
  identities,
  one_time_tokens,
  passkeys,
  recovery_codes,
  security_events,
  sessions,
  user_roles,
  users,
} from "../../platform/db/auth-schema.ts"
import { people, people_settings } from "../../platform/db/people-schema.ts"
import type { Database } from "../../platform/db/queries.ts"
import { audit, card_taps, card_urls, mail_outbox, profile_days, profiles } from "../../platform/db/schema.ts"

const USER = {
  id: users.id,
  email: users.email,
  email_confirmed_at: users.email_confirmed_at,
  has_password: users.has_password,
  created_at: users.created_at,
  updated_at: users.updated_at,
  last_sign_in_at: users.last_sign_in_at,
  given_at_sign_up: users.user_metadata,
}

const SESSION = {
  device: sessions.user_agent,
  kind: sessions.kind,
  created_at: sessions.created_at,
  last_seen_at: sql<Date>`coalesce(${sessions.seen_at}, ${sessions.rotated_at})`.mapWith(sessions.rotated_at),
  expires_at: sessions.expires_at,
  second_factor_shown_at: sessions.factor_verified_at,
}

const FACTOR = {
  type: factors.type,
  name: factors.friendly_name,
  status: factors.status,
  created_at: factors.created_at,
}

/** Without the key. */
const PASSKEY = {
  name: passkeys.friendly_name,
  created_at: passkeys.created_at,
  last_used_at: passkeys.last_used_at,
  made_for: passkeys.rp_id,
}

const APP_PASSWORD = {
  name: app_passwords.name,
  created_at: app_passwords.created_at,
  last_used_at: app_passwords.last_used_at,
}

const COMPANY_LOGIN = {
  provider: identities.provider,
  issuer: identities.issuer,
  subject: identities.subject,
  email: identities.email,
  created_at: identities.created_at,
  last_used_at: identities.last_used_at,
}

/** Links that were sent; the link itself exists only in the email. */
const LINK = {
  purpose: one_time_tokens.purpose,
  email: one_time_tokens.email,
  created_at: one_time_tokens.created_at,
  expires_at: one_time_tokens.expires_at,
  used_at: one_time_tokens.used_at,
}

const EMAIL = {
  recipient: mail_outbox.recipient,
  subject: mail_outbox.subject,
  created_at: mail_outbox.created_at,
  sent_at: mail_outbox.sent_at,
}

const ACT = {
  at: audit.at,
  action: audit.action,
  actor_id: audit.actor_id,
  subject_id: audit.subject_id,
  detail: audit.detail,
}

const CARD = {
  card_id: card_urls.card_id,
  nickname: card_urls.nickname,
  activation_status: card_urls.activation_status,
  opens: profiles.username,
  created_at: card_urls.created_at,
  activated_at: card_urls.activated_at,
  lost_at: card_urls.lost_at,
}

const TAP = {
  card_id: card_taps.card_id,
  tapped_at: card_taps.tapped_at,
  city: card_taps.city,
  state: card_taps.state,
  country: card_taps.country,
}

export async function findAccount(db: Database, id: string) {
  const [user] = await db.select(USER).from(users).where(eq(users.id, id))
  if (user === undefined) return undefined
  const isRecipient = eq(sql`lower(${mail_outbox.recipient})`, user.email.toLowerCase())
  const roles = await db.select({ role: user_roles.role }).from(user_roles).where(eq(user_roles.user_id, id))
  return {
    ...user,
    roles: roles.map(({ role }) => role).sort(),
    sessions: await db.select(SESSION).from(sessions).where(eq(sessions.user_id, id)).orderBy(asc(sessions.created_at)),
    second_factors: await db.select(FACTOR).from(factors).where(eq(factors.user_id, id)),
    passkeys: await db.select(PASSKEY).from(passkeys).where(eq(passkeys.user_id, id)).orderBy(asc(passkeys.created_at)),
    app_passwords: await db.select(APP_PASSWORD).from(app_passwords).where(eq(app_passwords.user_id, id)),
    company_logins: await db.select(COMPANY_LOGIN).from(identities).where(eq(identities.user_id, id)),
    recovery_codes_left: await db.$count(recovery_codes, eq(recovery_codes.user_id, id)),
    links: await db.select(LINK).from(one_time_tokens).where(eq(one_time_tokens.user_id, id)),
    emails: await db.select(EMAIL).from(mail_outbox).where(isRecipient).orderBy(asc(mail_outbox.created_at)),
  }
}

/** The audit log's entries by this person or about this person, oldest first. @param profileIds of all their profiles */
export const findActs = (db: Database, id: string, profileIds: string[]) =>
  db
    .select(ACT)
    .from(audit)
    .where(or(inArray(audit.subject_id, [id, ...profileIds]), eq(audit.actor_id, id)))
    .orderBy(asc(audit.id))

/** Oldest first, as far as the log goes back. */
export const findSecurityEvents = (db: Database, id: string) =>
  db
    .select({ at: security_events.at, event: security_events.event, device: security_events.device })
    .from(security_events)
    .where(eq(security_events.user_id, id))
    .orderBy(asc(security_events.at), asc(security_events.id))

export const findDays = (db: Database, profileId: string) =>
  db
    .select({ day: profile_days.day, views: profile_days.views, saves: profile_days.saves })
    .from(profile_days)
    .where(eq(profile_days.profile_id, profileId))
    .orderBy(asc(profile_days.day))

export const findCards = (db: Database, id: string) =>
  db
    .select(CARD)
    .from(card_urls)
    .leftJoin(profiles, eq(profiles.id, sql`coalesce(${card_urls.profile_id}, ${card_urls.user_id})`))
    .where(eq(card_urls.user_id, id))
    .orderBy(asc(card_urls.activated_at))

/** Where a page of taps ended. `at` is the database's text of the moment: a Date would cut its microseconds. */
export interface TapPosition {
  at: string
  id: number
}

/** The newest taps after `position`, in the order of the index on profile and moment. */
export function nextTaps(db: Database, profileId: string, position: TapPosition, count: number) {
  const isBehind = sql`(${card_taps.tapped_at}, ${card_taps.id}) < (${position.at}::timestamptz, ${position.id})`
  return db
    .select({ tap: TAP, position: { at: sql<string>`${card_taps.tapped_at}::text`, id: card_taps.id } })
    .from(card_taps)
    .where(and(eq(card_taps.profile_id, profileId), isBehind))
    .orderBy(desc(card_taps.tapped_at), desc(card_taps.id))
    .limit(count)
}

const PERSON = {
  id: people.id,
  file: people.resource,
  full_name: people.full_name,
  source: people.source,
  met_at: people.met_at,
  event: people.event,
  place: people.place,
  tapped_card: card_urls.card_id,
  my_profile: people.profile_id,
  their_profile: people.their_profile_id,
  as_given: people.given,
  consent_version: people.consent_version,
  kept_until: people.kept_until,
  updated_at: people.updated_at,
  card: people.card,
}

/** @param after an id, or empty */
export const nextPeople = (db: Database, ownerId: string, after: string, count: number) =>
  db
    .select(PERSON)
    .from(people)
    .leftJoin(card_urls, and(eq(card_urls.id, people.tapped_card_id), eq(card_urls.user_id, people.owner_id)))
    .where(and(eq(people.owner_id, ownerId), after === "" ? undefined : gt(people.id, after)))
    .orderBy(asc(people.id))
    .limit(count)

export const findPeopleSettings = async (db: Database, ownerId: string) =>
  (await db.select().from(people_settings).where(eq(people_settings.owner_id, ownerId)))[0]
