// People whose contact differs from their profile on this site.
import { and, eq, getTableColumns, isNotNull, or, sql } from "drizzle-orm"
import { users } from "../../platform/db/auth-schema.ts"
import { people } from "../../platform/db/people-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { profiles } from "../../platform/db/schema.ts"

const isShown = sql`coalesce(${profiles.deleted_at} is null and ${profiles.hidden_at} is null and ${users.email_confirmed_at} is not null, false)`

const isStale = sql`case
  when ${profiles.id} is null then ${people.their_details} is not null
  when ${isShown} then ${people.their_state} <> 'live' or ${people.their_version} is distinct from ${profiles.version}
  else ${people.their_state} <> 'gone' end`

/** With the profile's version. @param ownerId null: of every owner */
export const staleFollowers = (db: Queries, ownerId: string | null, limit: number) =>
  db
    .select({ ...getTableColumns(people), version: profiles.version })
    .from(people)
    .leftJoin(profiles, eq(profiles.id, people.their_profile_id))
    .leftJoin(users, eq(users.id, profiles.owner_id))
    .where(
      and(
        ownerId === null ? undefined : eq(people.owner_id, ownerId),
        or(isNotNull(people.their_profile_id), isNotNull(people.their_details)),
        isStale,
      ),
    )
    .limit(limit)
