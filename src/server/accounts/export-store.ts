// Everything kept about one person, read for that person. Columns are named one by one: no hash and no token is among them.
import { and, asc, desc, eq, lt } from "drizzle-orm"
import type { Database } from "../db/open.ts"
import { card_taps, card_urls, sessions, user_roles, users } from "../db/schema.ts"

const SESSION = {
  device: sessions.user_agent,
  kind: sessions.kind,
  created_at: sessions.created_at,
  last_seen_at: sessions.rotated_at,
  expires_at: sessions.expires_at,
}

const CARD = {
  card_id: card_urls.card_id,
  activation_status: card_urls.activation_status,
  created_at: card_urls.created_at,
  activated_at: card_urls.activated_at,
}

const TAP = {
  id: card_taps.id,
  card_id: card_taps.card_id,
  tapped_at: card_taps.tapped_at,
  city: card_taps.city,
  state: card_taps.state,
  country: card_taps.country,
}

export type TapRow = Awaited<ReturnType<typeof tapsBefore>>[number]

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
  return user === undefined ? undefined : { ...user, roles: roles.map(({ role }) => role).sort(), sessions: own }
}

export const findCards = (db: Database, id: string) =>
  db.select(CARD).from(card_urls).where(eq(card_urls.user_id, id)).orderBy(asc(card_urls.activated_at))

/** Newest first, in pages. @param before the id of the last one of the page before */
export const tapsBefore = (db: Database, profileId: string, before: number, count: number) =>
  db
    .select(TAP)
    .from(card_taps)
    .where(and(eq(card_taps.profile_id, profileId), lt(card_taps.id, before)))
    .orderBy(desc(card_taps.id))
    .limit(count)
