// Acts on a card in the database: one conditional UPDATE each, so that of many at once one wins.
import { and, eq, exists, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import type { Queries } from "../../platform/db/queries.ts"
import { card_urls, profiles } from "../../platform/db/schema.ts"

/** @returns whether a row was changed */
async function change(
  db: Queries,
  cardId: string,
  values: Partial<typeof card_urls.$inferInsert>,
  ...conditions: (SQL | undefined)[]
): Promise<boolean> {
  const where = and(eq(card_urls.card_id, cardId), ...conditions)
  return (await db.update(card_urls).set(values).where(where).returning({ id: card_urls.id })).length === 1
}

/** Undefined: whoever's it is. */
const ownedBy = (ownerId: string | undefined) => (ownerId === undefined ? undefined : eq(card_urls.user_id, ownerId))
const isActivated = eq(card_urls.activation_status, "activated")
const isActive = (db: Queries, userId: string) =>
  exists(
    db
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.id, userId), isNull(profiles.deleted_at))),
  )

/** Only a card still pending and not lost is taken, and only for a profile that is not deactivated. */
export const activate = (db: Queries, cardId: string, userId: string, now: Date) =>
  change(
    db,
    cardId,
    { user_id: userId, activation_status: "activated", activated_at: now },
    eq(card_urls.activation_status, "pending"),
    isNull(card_urls.lost_at),
    isActive(db, userId),
  )

/** A lost card stays lost: whoever found it must not be able to take it. */
export const unlink = (db: Queries, cardId: string, ownerId: string | undefined) =>
  change(db, cardId, { user_id: null, activation_status: "pending", activated_at: null }, isActivated, ownedBy(ownerId))

/** From one person, or from nobody whose account is gone, to another one who is active. */
export const reassign = (db: Queries, cardId: string, from: string | null, to: string, now: Date) =>
  change(
    db,
    cardId,
    { user_id: to, activated_at: now },
    isActivated,
    from === null ? isNull(card_urls.user_id) : eq(card_urls.user_id, from),
    or(isNull(card_urls.user_id), ne(card_urls.user_id, to)),
    isActive(db, to),
  )

export const setLost = (db: Queries, cardId: string, ownerId: string | undefined, now: Date) =>
  change(db, cardId, { lost_at: now }, isNull(card_urls.lost_at), ownedBy(ownerId))

export const setFound = (db: Queries, cardId: string, ownerId: string | undefined) =>
  change(db, cardId, { lost_at: null }, isNotNull(card_urls.lost_at), ownedBy(ownerId))

/** The id of whoever has this username in any case, when the account is not deactivated. */
export async function activeUser(db: Queries, username: string): Promise<string | undefined> {
  const named = and(eq(sql`lower(${profiles.username})`, username.toLowerCase()), isNull(profiles.deleted_at))
  return (await db.select({ id: profiles.id }).from(profiles).where(named))[0]?.id
}
