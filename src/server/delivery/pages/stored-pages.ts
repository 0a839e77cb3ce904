// Rendered pages of profiles, kept in the database for every process and machine: made once, at the first view, and written after it.
// A trigger deletes the page of a profile that changes (docs/decisions/rendered-pages.md).
import { createHash } from "node:crypto"
import { isShown } from "../../../domain/account/lifecycle.ts"
import { isUuid, mayBeProfilePath } from "../../../domain/paths.ts"
import { MINUTE_MS } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import { databaseError } from "../../platform/db/database-errors.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { errorText, type Log } from "../../platform/log.ts"
import type { Page } from "./page.ts"
import { pageHeaders, profileCaching } from "./page-headers.ts"
import { createStoredPagesStore, type StoredPage } from "./stored-pages-store.ts"

/** Ten times what a full profile takes. */
const BODY_MAX_BYTES = 96 * 1024
/** Pages that wait to be written. When the database is slow, further ones are left to the next view. */
const WAITING_MAX = 32
/** How long a page of another build or with other settings stays. */
const OTHER_STAYS_MS = 10 * MINUTE_MS

interface Needs {
  clock: Clock
  config: Config
  database: OpenDatabase
  log: Log
}

/** @param madeWith digest of all that pages of profiles depend on, except the profile; null: they are not kept */
export function createStoredPages({ clock, config, database, log }: Needs, madeWith: () => string | null) {
  const caching = profileCaching(config)
  const store = createStoredPagesStore(database.db)
  const waiting = new Map<string, StoredPage>()
  let writing: Promise<void> | null = null

  /** The page at this path as it would be rendered now, or null. @throws DatabaseUnavailable, after the usual wait */
  async function find(path: string): Promise<Page | null> {
    const now = clock()
    const made_with = madeWith()
    const username = path.slice(1)
    if (made_with === null || !mayBeProfilePath(path) || isUuid(username)) return null
    const row = await store.find(username.toLowerCase(), made_with).catch((error) => {
      if (databaseError(error) === "unavailable") throw error
      return undefined
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
      isKept: true,
      headers: pageHeaders(path, policy, true, caching),
      etag,
      body: { br: new Uint8Array(body) },
    }
  }

  /** Writes the page of a profile after it was sent. */
  function keep({ etag, headers, body, source }: Page): void {
    const now = clock()
    const made_with = madeWith()
    if (made_with === null || source === undefined || body.br.byteLength > BODY_MAX_BYTES) return
    if (waiting.size >= WAITING_MAX) return
    const { br } = body
    const policy = headers["Content-Security-Policy"] ?? ""
    const page = {
      ...source,
      made_with,
      made_at: now,
      etag,
      policy,
      body: Buffer.from(br.buffer, br.byteOffset, br.byteLength),
    }
    waiting.set(source.profile_id, { ...page, checksum: checksumOf(page) })
    writing ??= new Promise<void>((resolve) => setImmediate(resolve)).then(writeAll)
  }

  /** One after the other, so that many first views do not occupy the database's connections. */
  async function writeAll(): Promise<void> {
    try {
      for (const [id, page] of waiting) {
        waiting.delete(id)
        await store.put(page, new Date(page.made_at.getTime() - OTHER_STAYS_MS))
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
    keep,
    /** Resolves when nothing is written anymore. */
    settled: async (): Promise<void> => void (await writing),
  }
}

function checksumOf(page: Omit<StoredPage, "checksum">): string {
  const { profile_id, revision, made_with, etag, policy, body } = page
  return createHash("sha256")
    .update(JSON.stringify([profile_id, revision, made_with, etag, policy]))
    .update(body)
    .digest("base64url")
}
