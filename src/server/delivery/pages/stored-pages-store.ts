// Rendered pages of profiles in the database. A page counts only for the very row of the profile that it shows.
import { and, eq, isNotNull, sql } from "drizzle-orm"
import { users } from "../../platform/db/auth-schema.ts"
import type { Database } from "../../platform/db/queries.ts"
import { profiles, rendered_pages } from "../../platform/db/schema.ts"

export type StoredPage = typeof rendered_pages.$inferInsert

export function createStoredPagesStore(db: Database) {
  // One look-up: whether the profile is shown is read where the page is.
  const current = db
    .select({
      username: profiles.username,
      deleted_at: profiles.deleted_at,
      deletion_scheduled_at: profiles.deletion_scheduled_at,
      hidden_at: profiles.hidden_at,
      page: rendered_pages,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.owner_id))
    .innerJoin(rendered_pages, eq(rendered_pages.profile_id, profiles.id))
    .where(
      and(
        eq(sql`lower(${profiles.username})`, sql.placeholder("username")),
        isNotNull(users.email_confirmed_at),
        eq(rendered_pages.revision, sql`${profiles}.xmin::text`),
        eq(rendered_pages.made_with, sql.placeholder("made_with")),
      ),
    )
    .prepare("rendered_page")

  return {
    /** @param username in lower case */
    find: async (username: string, made_with: string) => (await current.execute({ username, made_with }))[0],

    /**
     * Keeps a page unless its profile has changed. A page of another build or with other settings stays for a while: while an upgrade
     * replaces one process after the other, they would overwrite each other's pages.
     * @param stays of another build, since when
     */
    async put(page: StoredPage, stays: Date): Promise<void> {
      // The profile is locked first, as in its deletion: in another order, the two could wait for each other.
      await db.execute(sql`
        insert into ${rendered_pages} as old
          (profile_id, revision, made_with, made_at, etag, policy, body, checksum)
        select p.id, ${page.revision}, ${page.made_with}, ${page.made_at}, ${page.etag}, ${page.policy}, ${page.body}, ${page.checksum}
          from ${profiles} p where p.id = ${page.profile_id} and p.xmin::text = ${page.revision} for key share
        on conflict (profile_id) do update set revision = excluded.revision, made_with = excluded.made_with,
          made_at = excluded.made_at, etag = excluded.etag, policy = excluded.policy, body = excluded.body, checksum = excluded.checksum
          where old.made_with = excluded.made_with or old.made_at < ${stays}`)
    },
  }
}
