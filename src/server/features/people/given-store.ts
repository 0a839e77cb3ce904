// What visitors left, in the database: which profile takes it, whose address it came with, and until when it is kept.
import { and, asc, count, desc, eq, gt, gte, isNotNull, isNull, lte, ne, notExists, or, sql } from "drizzle-orm"
import type { GivenDetails } from "../../../domain/people/given.ts"
import { users } from "../../platform/db/auth-schema.ts"
import { people, people_givers, people_settings } from "../../platform/db/people-schema.ts"
import type { Database, Queries } from "../../platform/db/queries.ts"
import { card_urls, profiles } from "../../platform/db/schema.ts"

export type Settings = typeof people_settings.$inferSelect

/** Undefined when the profile takes no details. */
export const findTaker = async (db: Queries, profileId: string) =>
  (
    await db
      .select({ owner_id: profiles.owner_id })
      .from(profiles)
      .where(and(eq(profiles.id, profileId), eq(profiles.takes_details, true)))
  )[0]

/** The id of a card, if it is the owner's now. */
export const findOwnCard = async (db: Queries, ownerId: string, cardId: string): Promise<string | null> => {
  const isOwn = and(eq(card_urls.card_id, cardId), eq(card_urls.user_id, ownerId))
  return (await db.select({ id: card_urls.id }).from(card_urls).where(isOwn))[0]?.id ?? null
}

export const findSettings = async (db: Queries, ownerId: string): Promise<Settings | undefined> =>
  (await db.select().from(people_settings).where(eq(people_settings.owner_id, ownerId)))[0]

export const saveSettings = (db: Queries, owner_id: string, values: Partial<Omit<Settings, "owner_id">>) =>
  db
    .insert(people_settings)
    .values({ owner_id, ...values })
    .onConflictDoUpdate({ target: people_settings.owner_id, set: values })

/** When the owner last looked or was told, whichever was later; null: neither yet. */
export const findLastTold = async (db: Queries, ownerId: string): Promise<Date | null> => {
  const { seen_at = null, noticed_at = null } = (await findSettings(db, ownerId)) ?? {}
  return latest(seen_at, noticed_at)
}

export const latest = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one

/** @returns false when another email was sent since `owner` was read */
export const markNoticed = async (db: Queries, owner: { owner_id: string; noticed_at: Date | null }, now: Date) =>
  (
    await db
      .insert(people_settings)
      .values({ owner_id: owner.owner_id, noticed_at: now })
      .onConflictDoUpdate({
        target: people_settings.owner_id,
        set: { noticed_at: now },
        setWhere:
          owner.noticed_at === null
            ? isNull(people_settings.noticed_at)
            : eq(people_settings.noticed_at, owner.noticed_at),
      })
      .returning({ owner_id: people_settings.owner_id })
  ).length === 1

export const usernamesOf = async (db: Queries, ownerId: string): Promise<string[]> =>
  (await db.select({ username: profiles.username }).from(profiles).where(eq(profiles.owner_id, ownerId))).map(
    ({ username }) => username,
  )

/** A shorter time applies to what was given before, too; a longer one does not. */
export const shortenRetention = (db: Queries, ownerId: string, days: number) =>
  db
    .update(people)
    .set({ kept_until: sql`least(${people.kept_until}, ${people.met_at} + make_interval(days => ${days}))` })
    .where(and(eq(people.owner_id, ownerId), isNotNull(people.consent_version)))

/** The giver with this address, who is created by the first details. Counted as new: the sweep leaves them to these details. */
export async function giverOf(db: Queries, email: string, id: string, now: Date): Promise<{ id: string }> {
  const row = { id, email: email.toLowerCase(), created_at: now }
  const [giver] = await db
    .insert(people_givers)
    .values(row)
    .onConflictDoUpdate({ target: people_givers.email, set: { created_at: now } })
    .returning({ id: people_givers.id })
  if (giver === undefined) throw new Error("no row came back")
  return giver
}

export const openConfirmation = (db: Queries, id: string, confirm_token_hash: string, confirm_until: Date) =>
  db.update(people_givers).set({ confirm_token_hash, confirm_until }).where(eq(people_givers.id, id))

/** The giver whose address this token confirms, perhaps not for the first time. */
export const findUnconfirmed = async (db: Queries, hash: string, now: Date) =>
  (
    await db
      .select({
        id: people_givers.id,
        email: people_givers.email,
        confirm_until: people_givers.confirm_until,
        isConfirmed: sql<boolean>`${people_givers.token_hash} is not null`,
      })
      .from(people_givers)
      .where(and(eq(people_givers.confirm_token_hash, hash), gt(people_givers.confirm_until, now)))
  )[0]

/** Whether this token has confirmed its address, and no later email asked again. */
export const isUsedConfirmation = async (db: Queries, hash: string): Promise<boolean> =>
  (
    await db
      .select({ id: people_givers.id })
      .from(people_givers)
      .where(and(eq(people_givers.confirm_token_hash, hash), isNull(people_givers.confirm_until)))
  ).length === 1

/** The used token stays, without a time: who opens its link again is told so. False when it was used meanwhile. */
export const confirmGiver = async (db: Queries, confirmHash: string, token_hash: string): Promise<boolean> =>
  (
    await db
      .update(people_givers)
      .set({ confirm_until: null, token_hash })
      .where(and(eq(people_givers.confirm_token_hash, confirmHash), isNotNull(people_givers.confirm_until)))
      .returning({ id: people_givers.id })
  ).length === 1

export const findGiver = async (db: Queries, hash: string) =>
  (
    await db
      .select({ id: people_givers.id, email: people_givers.email })
      .from(people_givers)
      .where(eq(people_givers.token_hash, hash))
  )[0]

export type GivenRow = Awaited<ReturnType<typeof findGiven>>[number]

/** What one giver left, newest first. @param since null: ever */
export const findGiven = (db: Queries, giverId: string, limit: number, since: Date | null = null) =>
  db
    .select({
      id: people.id,
      owner_id: people.owner_id,
      given: people.given,
      met_at: people.met_at,
      place: people.place,
      tapped_card_id: people.tapped_card_id,
      kept_until: people.kept_until,
      /** where they were left; null once it is deleted: no other one of the owner's takes its place */
      profile: {
        id: profiles.id,
        username: profiles.username,
        full_name: profiles.full_name,
        hidden_at: profiles.hidden_at,
        deleted_at: profiles.deleted_at,
        deletion_scheduled_at: profiles.deletion_scheduled_at,
      },
    })
    .from(people)
    .leftJoin(profiles, eq(profiles.id, people.profile_id))
    .where(
      and(
        eq(people.giver_id, giverId),
        isNotNull(people.given),
        since === null ? undefined : gte(people.met_at, since),
      ),
    )
    .orderBy(desc(people.met_at), desc(people.id))
    .limit(limit)

/** The contact that a profile on this site left with an owner before. */
export const findByProfile = async (db: Queries, ownerId: string, theirProfileId: string) =>
  (
    await db
      .select({ id: people.id })
      .from(people)
      .where(and(eq(people.owner_id, ownerId), eq(people.their_profile_id, theirProfileId)))
      .limit(1)
  )[0]

/** Written as its index is. */
const isGiven = sql`${people.source} in ('given', 'profile')`

/** The contact of someone who left the same with the same profile. */
export const findSameGiven = async (
  db: Queries,
  ownerId: string,
  { profile_id, given }: { profile_id: string; given: GivenDetails },
  since: Date,
) =>
  (
    await db
      .select({ id: people.id })
      .from(people)
      .where(
        and(
          eq(people.owner_id, ownerId),
          isGiven,
          gt(people.met_at, since),
          eq(people.profile_id, profile_id),
          eq(people.given, given),
        ),
      )
      .limit(1)
  )[0]

/** Of one owner, because a book is changed at a time. @param after owners up to this one are left out; null: none @returns ids */
export async function findExpired(
  db: Queries,
  now: Date,
  after: string | null,
  limit: number,
): Promise<{ owner_id: string; ids: string[] }> {
  const rows = await db
    .select({ id: people.id, owner_id: people.owner_id })
    .from(people)
    .where(and(lte(people.kept_until, now), after === null ? undefined : gt(people.owner_id, after)))
    .orderBy(asc(people.owner_id))
    .limit(limit)
  const [{ owner_id } = { owner_id: "" }] = rows
  return { owner_id, ids: rows.filter((row) => row.owner_id === owner_id).map(({ id }) => id) }
}

/** Addresses with which nothing is given anymore. */
export async function deleteUnusedGivers(db: Queries, before: Date): Promise<void> {
  const used = db.select({ one: sql`1` }).from(people).where(eq(people.giver_id, people_givers.id))
  await db.delete(people_givers).where(and(lte(people_givers.created_at, before), notExists(used)))
}

/** A deleted profile takes its name along; the contact catches up later (following.ts). */
const newsName = sql<string>`case when ${people.source} = 'profile' and ${people.their_profile_id} is null then '' else ${people.full_name} end`

/** People who left their details since the owner looked last, newest first. The name of a deleted profile is empty. */
export const readNews = (db: Queries, ownerId: string, since: Date | null, limit: number) =>
  db
    .select({ full_name: newsName, met_at: people.met_at })
    .from(people)
    .where(and(eq(people.owner_id, ownerId), isGiven, since === null ? undefined : gt(people.met_at, since)))
    .orderBy(desc(people.met_at))
    .limit(limit)

/** Counts the same, at most `limit`. Prepared: every visit of the application asks for it. */
export function createNewsCount(db: Database, limit: number) {
  const ownerId = sql.placeholder("ownerId")
  const seenAt = db
    .select({ seen_at: people_settings.seen_at })
    .from(people_settings)
    .where(eq(people_settings.owner_id, ownerId))
  const news = db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.owner_id, ownerId), isGiven, sql`${people.met_at} > coalesce((${seenAt}), '-infinity')`))
    .limit(limit)
    .as("news")
  const counted = db.select({ news: count() }).from(news).prepare("people_news")
  return async (ownerId: string): Promise<number> => (await counted.execute({ ownerId }))[0]?.news ?? 0
}

const TOLD = {
  owner_id: users.id,
  email: users.email,
  seen_at: people_settings.seen_at,
  noticed_at: people_settings.noticed_at,
}

/**
 * Owners with people who left their details after the last look and the last email, in the order of their ids. Who wants an email a day
 * only if the last one was sent before `noticedBefore`.
 * @param after null: from the first one on
 */
export const findOwnersToTell = (db: Database, noticedBefore: Date, after: string | null, limit: number) =>
  db
    .selectDistinct(TOLD)
    .from(people)
    .innerJoin(users, eq(users.id, people.owner_id))
    .innerJoin(profiles, and(eq(profiles.id, people.owner_id), isNull(profiles.deleted_at)))
    .leftJoin(people_settings, eq(people_settings.owner_id, people.owner_id))
    .where(
      and(
        isGiven,
        or(isNull(people_settings.notices), ne(people_settings.notices, "off")),
        or(isNull(people_settings.seen_at), gt(people.met_at, people_settings.seen_at)),
        or(
          isNull(people_settings.noticed_at),
          and(
            gt(people.met_at, people_settings.noticed_at),
            or(eq(people_settings.notices, "each"), lte(people_settings.noticed_at, noticedBefore)),
          ),
        ),
        after === null ? undefined : gt(users.id, after),
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit)

/** The owner, if they want an email for each person. */
export const findOwnerToTell = async (db: Queries, ownerId: string) =>
  (
    await db
      .select(TOLD)
      .from(people_settings)
      .innerJoin(users, eq(users.id, people_settings.owner_id))
      .where(and(eq(people_settings.owner_id, ownerId), eq(people_settings.notices, "each")))
  )[0]
