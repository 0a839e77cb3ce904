// People whose contact differs from their profile on this site.
import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, or, sql } from "drizzle-orm"
import { users } from "../../platform/db/auth-schema.ts"
import { people } from "../../platform/db/people-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { profiles } from "../../platform/db/schema.ts"

const isShown = sql`coalesce(${profiles.deleted_at} is null and ${profiles.hidden_at} is null and ${users.email_confirmed_at} is not null, false)`

const isStale = sql`case
  when ${profiles.id} is null then ${people.their_details} is not null
  when ${isShown} then ${people.their_state} <> 'live' or ${people.their_version} is distinct from ${profiles.version}
  else ${people.their_state} <> 'gone' end`

const isStaleFollower = and(or(isNotNull(people.their_profile_id), isNotNull(people.their_details)), isStale)

/** Owners of such people, in the order of their ids. @param after null: from the first one on */
export async function staleOwners(db: Queries, after: string | null, limit: number): Promise<string[]> {
  const rows = await db
    .select({ owner_id: people.owner_id })
    .from(people)
    .leftJoin(profiles, eq(profiles.id, people.their_profile_id))
    .leftJoin(users, eq(users.id, profiles.owner_id))
    .where(and(isStaleFollower, after === null ? undefined : gt(people.owner_id, after)))
    .groupBy(people.owner_id)
    .orderBy(asc(people.owner_id))
    .limit(limit)
  return rows.map(({ owner_id }) => owner_id)
}

export async function staleFollowerIds(db: Queries, ownerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: people.id })
    .from(people)
    .leftJoin(profiles, eq(profiles.id, people.their_profile_id))
    .leftJoin(users, eq(users.id, profiles.owner_id))
    .where(and(eq(people.owner_id, ownerId), isStaleFollower))
  return rows.map(({ id }) => id)
}

/** Those of them that are still stale, with the profile's version. */
export const staleFollowers = (db: Queries, ids: string[]) =>
  db
    .select({ ...getTableColumns(people), version: profiles.version })
    .from(people)
    .leftJoin(profiles, eq(profiles.id, people.their_profile_id))
    .leftJoin(users, eq(users.id, profiles.owner_id))
    .where(and(inArray(people.id, ids), isStaleFollower))
