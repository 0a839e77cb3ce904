// Public profiles that search engines may list, in ranges of their id. Ids are random, so equal ranges hold about the same number.
import { and, count, eq, gte, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm"
import { users } from "../../platform/db/auth-schema.ts"
import type { Database } from "../../platform/db/queries.ts"
import { profiles } from "../../platform/db/schema.ts"

export interface IdRange {
  from: string
  /** exclusive; null: to the end */
  to: string | null
}

export interface ListedProfile {
  username: string
  updated_at: Date
}

export function createSitemapStore(db: Database) {
  const listed = and(
    isNotNull(users.email_confirmed_at),
    isNull(profiles.deleted_at),
    isNull(profiles.hidden_at),
    eq(profiles.is_indexed, true),
    or(ne(profiles.full_name, ""), ne(profiles.username, sql`${profiles.id}::text`)),
  )
  return {
    async count(): Promise<number> {
      const [row] = await db
        .select({ number: count() })
        .from(profiles)
        .innerJoin(users, eq(users.id, profiles.owner_id))
        .where(listed)
      return row?.number ?? 0
    },

    list: ({ from, to }: IdRange, max: number): Promise<ListedProfile[]> =>
      db
        .select({ username: profiles.username, updated_at: profiles.updated_at })
        .from(profiles)
        .innerJoin(users, eq(users.id, profiles.owner_id))
        .where(and(listed, gte(profiles.id, from), to === null ? undefined : lt(profiles.id, to)))
        .orderBy(profiles.id)
        .limit(max),
  }
}
