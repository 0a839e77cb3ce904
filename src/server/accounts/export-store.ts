// Everything kept about one person, read for that person. Columns are named one by one: no hash and no token is among them.
import { and, asc, desc, eq, sql } from "drizzle-orm"
import type { Database } from "../db/open.ts"
import { card_taps, card_urls, factors, sessions, user_roles, users } from "../db/schema.ts"

const SESSION = {
  device: sessions.user_agent,
  kind: sessions.kind,
  created_at: sessions.created_at,
  last_seen_at: sql<Date>`coalesce(${sessions.seen_at}, ${sessions.rotated_at})`.mapWith(sessions.rotated_at),
  expires_at: sessions.expires_at,
}

const FACTOR = { name: factors.friendly_name, status: factors.status, created_at: factors.created_at }

const CARD = {
  card_id: card_urls.card_id,
  activation_status: card_urls.activation_status,
  created_at: card_urls.created_at,
  activated_at: card_urls.activated_at,
}

const TAP = {
  card_id: card_taps.card_id,
  tapped_at: card_taps.tapped_at,
  city: card_taps.city,
  state: card_taps.state,
  country: card_taps.country,
}

/** Where a page of taps ended: the database's own text of the moment, since a Date would cut its microseconds. */
export interface TapPlace {
  at: string
  id: number
}

const PLACE = { at: sql<string>`${card_taps.tapped_at}::text`, id: card_taps.id }

export async function findAccount(db: Database, id: string) {
  const [user] = await db
    .select({
      id: users.id,
      email: users.email,
      email_confirmed_at: users.email_confirmed_at,
      created_at: users.created_at,
      updated_at: users.updated_at,
      last_sign_in_at: users.last_sign_in_at,
      given_at_sign_up: users.user_metadata,
    })
    .from(users)
    .where(eq(users.id, id))
  const roles = await db.select({ role: user_roles.role }).from(user_roles).where(eq(user_roles.user_id, id))
  const own = await db.select(SESSION).from(sessions).where(eq(sessions.user_id, id)).orderBy(asc(sessions.created_at))
  const second_factors = await db.select(FACTOR).from(factors).where(eq(factors.user_id, id))
  if (user === undefined) return undefined
  return { ...user, roles: roles.map(({ role }) => role).sort(), sessions: own, second_factors }
}

export const findCards = (db: Database, id: string) =>
  db.select(CARD).from(card_urls).where(eq(card_urls.user_id, id)).orderBy(asc(card_urls.activated_at))

/** The newest taps behind `place`, in the order of the index on profile and moment. */
export function nextTaps(db: Database, profileId: string, place: TapPlace, count: number) {
  const isBehind = sql`(${card_taps.tapped_at}, ${card_taps.id}) < (${place.at}::timestamptz, ${place.id})`
  return db
    .select({ tap: TAP, place: PLACE })
    .from(card_taps)
    .where(and(eq(card_taps.profile_id, profileId), isBehind))
    .orderBy(desc(card_taps.tapped_at), desc(card_taps.id))
    .limit(count)
}
