// Rendered pages in memory: each is rendered once, however many requests wait for it, and forgotten when its profile changes.
import { LRUCache } from "lru-cache"
import { exchangePath, profilePath } from "../../../domain/paths.ts"
import { DAY_MS, MINUTE_MS } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import { EVERYTHING } from "../../platform/db/changes.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { type Page, sizeOf } from "./page.ts"

const PAGES_MAX_BYTES = 32 * 1024 * 1024
/** Missing pages have a small cache of their own, so that trying many addresses cannot push out real pages. */
const MISSING_MAX_BYTES = 2 * 1024 * 1024
const PATH_MAX_CHARACTERS = 200
/** Pages carry the date, and a change made by another process may have been missed. */
const MAX_AGE_MS = 10 * MINUTE_MS

interface Entry {
  page: Page
  /** in ms: ten minutes after it was requested, or midnight */
  expiresAt: number
}

interface Needs {
  clock: Clock
  database: Pick<OpenDatabase, "changes">
}

const bySize = (maxSize: number) =>
  new LRUCache<string, Entry>({ maxSize, sizeCalculation: ({ page }) => sizeOf(page) })

export function createPageMemory({ clock, database }: Needs, load: (pathname: string) => Promise<Page>) {
  const pages = bySize(PAGES_MAX_BYTES)
  const missing = bySize(MISSING_MAX_BYTES)
  const loading = new Map<string, Promise<Page>>()
  let hits = 0
  let misses = 0

  database.changes.subscribe("profile", (key) => {
    if (key === EVERYTHING) {
      for (const memory of [pages, missing, loading]) memory.clear()
    } else {
      for (const memory of [pages, loading]) {
        memory.delete(profilePath(key))
        memory.delete(exchangePath(key))
      }
      // A new name may have been requested in any spelling.
      missing.clear()
    }
  })

  /** The page, if it is in memory and fresh. */
  function cached(pathname: string, now = clock()): Page | undefined {
    const entry = pages.get(pathname) ?? missing.get(pathname)
    if (entry === undefined || !database.changes.isCurrent()) return undefined
    return now.getTime() < entry.expiresAt ? entry.page : undefined
  }

  async function page(pathname: string): Promise<Page> {
    if (pathname.length > PATH_MAX_CHARACTERS) return load(pathname)
    const now = clock()
    // If changes cannot be confirmed, a page that is loading for others may be out of date, too.
    const isCurrent = await database.changes.confirm()
    const found = cached(pathname, now)
    if (found === undefined) misses += 1
    else hits += 1
    return found ?? (isCurrent ? loadOnce(pathname, now) : load(pathname))
  }

  async function loadOnce(pathname: string, now: Date): Promise<Page> {
    const running = loading.get(pathname)
    if (running !== undefined) return running
    const promise = load(pathname)
    loading.set(pathname, promise)
    try {
      const page = await promise
      // A change in the meantime removed it from `loading`: this page is out of date already.
      if (page.isCacheable && loading.get(pathname) === promise) {
        const [memory, other] = page.status === 404 ? [missing, pages] : [pages, missing]
        other.delete(pathname)
        const requestedAt = now.getTime()
        memory.set(pathname, { page, expiresAt: Math.min(requestedAt + MAX_AGE_MS, nextMidnight(requestedAt)) })
      }
      return page
    } finally {
      if (loading.get(pathname) === promise) loading.delete(pathname)
    }
  }

  return {
    page,
    cached: (pathname: string) => cached(pathname),
    /** Hits and misses since the start, without the pages that the fast path sends from memory; bytes at this moment. */
    counts: () => ({ hits, misses, bytes: pages.calculatedSize + missing.calculatedSize }),
  }
}

/** In UTC. */
const nextMidnight = (ms: number): number => (Math.floor(ms / DAY_MS) + 1) * DAY_MS
