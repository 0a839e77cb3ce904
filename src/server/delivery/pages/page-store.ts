// Rendered pages of profiles in the database, shared by every process and machine: each is rendered at its first view and stored
// while that response is sent. A trigger deletes the page of a profile that changes (docs/decisions/rendered-pages.md).
import { createHash } from "node:crypto"
import { and, eq, isNotNull, sql } from "drizzle-orm"
import { isShown } from "../../../domain/account/lifecycle.ts"
import { isUuid, mayBeProfilePath } from "../../../domain/paths.ts"
import { MINUTE_MS } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import { users } from "../../platform/db/auth-schema.ts"
import { databaseError } from "../../platform/db/database-errors.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { prepared } from "../../platform/db/prepared.ts"
import type { Database } from "../../platform/db/queries.ts"
import { profiles, rendered_pages } from "../../platform/db/schema.ts"
import { errorText, type Log } from "../../platform/log.ts"
import type { Page } from "./page.ts"
import { pageHeaders, profileCaching } from "./page-headers.ts"

/** Ten times what a full profile takes. */
const BODY_MAX_BYTES = 96 * 1024
/** Pages that wait to be written. When the database is slow, any more are stored at a later view. */
const WAITING_MAX = 32
/** How long a page of another build or with other settings is kept. */
const OTHER_BUILD_KEPT_MS = 10 * MINUTE_MS

type StoredPage = typeof rendered_pages.$inferInsert

interface Needs {
  clock: Clock
  config: Config
  database: OpenDatabase
  log: Log
}

/** @param inputsDigest of all that pages of profiles depend on, except the profile; null: they are not stored */
export function createPageStore({ clock, config, database, log }: Needs, inputsDigest: () => string | null) {
  const { db } = database
  const caching = profileCaching(config)
  const waiting = new Map<string, StoredPage>()
  let writing: Promise<void> | null = null

  /** The page at this path as it would be rendered now, or null. @throws DatabaseUnavailable, after the usual wait */
  async function find(path: string): Promise<Page | null> {
    const now = clock()
    const made_with = inputsDigest()
    const username = path.slice(1)
    if (made_with === null || !mayBeProfilePath(path) || isUuid(username)) return null
    const [row] = await currentPage(db, { username: username.toLowerCase(), made_with }).catch((error) => {
      if (databaseError(error) === "unavailable") throw error
      return []
    })
    // Other spellings redirect.
    if (row === undefined || row.username !== username || !isShown(row, now)) return null
    const { checksum, etag, policy, body } = row.page
    if (checksumOf(row.page) !== checksum) {
      log.warn("page.damaged", { path })
      return null
    }
    return {
      status: 200,
      isCacheable: true,
      headers: pageHeaders(path, policy, true, caching),
      etag,
      body: { br: new Uint8Array(body) },
    }
  }

  /** Stores the page of a profile. Its visitor does not wait for it. */
  function save({ etag, headers, body, shownRevision }: Page): void {
    const now = clock()
    const made_with = inputsDigest()
    if (made_with === null || shownRevision === undefined || body.br.byteLength > BODY_MAX_BYTES) return
    if (waiting.size >= WAITING_MAX) return
    const { br } = body
    const policy = headers["Content-Security-Policy"] ?? ""
    const page = {
      ...shownRevision,
      made_with,
      made_at: now,
      etag,
      policy,
      body: Buffer.from(br.buffer, br.byteOffset, br.byteLength),
    }
    waiting.set(shownRevision.profile_id, { ...page, checksum: checksumOf(page) })
    writing ??= new Promise<void>((resolve) => setImmediate(resolve)).then(writeAll)
  }

  /** One after the other, so that many first views do not occupy the database's connections. */
  async function writeAll(): Promise<void> {
    try {
      for (const [id, page] of waiting) {
        waiting.delete(id)
        await write(db, page)
      }
    } catch (error) {
      waiting.clear()
      log.warn("page.not_stored", { error: errorText(error) })
    } finally {
      writing = null
    }
  }

  return {
    find,
    save,
    /** Resolves when no write is pending. */
    settled: async (): Promise<void> => void (await writing),
  }
}

/** A page counts only if its profile's row has not changed since it was rendered. One query also reads whether the profile is shown. */
const currentPage = prepared("rendered_page", (db) =>
  db
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
    ),
)

/**
 * Stores a page unless its profile has changed. While an upgrade replaces one process after the other, pages of two builds would
 * overwrite each other: a page of another build is replaced only when it is old.
 */
async function write(db: Database, page: StoredPage): Promise<void> {
  const oldBefore = new Date(page.made_at.getTime() - OTHER_BUILD_KEPT_MS)
  // The profile is locked first, as in its deletion: in another order, the two could wait for each other.
  await db.execute(sql`
    insert into ${rendered_pages} as old
      (profile_id, revision, made_with, made_at, etag, policy, body, checksum)
    select p.id, ${page.revision}, ${page.made_with}, ${page.made_at}, ${page.etag}, ${page.policy}, ${page.body}, ${page.checksum}
      from ${profiles} p where p.id = ${page.profile_id} and p.xmin::text = ${page.revision} for key share
    on conflict (profile_id) do update set revision = excluded.revision, made_with = excluded.made_with,
      made_at = excluded.made_at, etag = excluded.etag, policy = excluded.policy, body = excluded.body, checksum = excluded.checksum
      where old.made_with = excluded.made_with or old.made_at < ${oldBefore}`)
}

function checksumOf(page: Omit<StoredPage, "checksum">): string {
  const { profile_id, revision, made_with, etag, policy, body } = page
  return createHash("sha256")
    .update(JSON.stringify([profile_id, revision, made_with, etag, policy]))
    .update(body)
    .digest("base64url")
}
