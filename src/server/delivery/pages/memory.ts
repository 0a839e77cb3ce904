// Remembers rendered pages: each is rendered once, however many ask at the same time, and forgotten when its profile changes.

import { profilePath } from "../../../domain/paths.ts"
import { MINUTE_MS } from "../../../domain/time.ts"
import { createLeastRecent } from "../../platform/cache/least-recent.ts"
import type { Clock } from "../../platform/clock.ts"
import { EVERYTHING } from "../../platform/db/changes.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Page } from "./page.ts"

const PAGES_MAX_BYTES = 32 * 1024 * 1024
/** Addresses that lead nowhere have a small memory of their own: trying many must not push real pages out. */
const MISSING_MAX_BYTES = 2 * 1024 * 1024
const PATH_MAX_CHARACTERS = 200
/** Pages carry the date, and another process may have missed word of a change. */
const MAX_AGE_MS = 10 * MINUTE_MS
/** While word of other processes' changes is known not to arrive. */
const UNHEARD_MAX_AGE_MS = 1_000

interface Kept {
  page: Page
  /** the time it was asked for, in ms */
  since: number
}

export interface PageMemory {
  page(pathname: string): Promise<Page>
  /** The page if it is at hand. */
  remembered(pathname: string): Page | undefined
  /** since the start, without what the front door answers; bytes at the moment */
  counts(): { hits: number; misses: number; bytes: number }
}

interface Needs {
  clock: Clock
  database: Pick<OpenDatabase, "changes">
}

export function createPageMemory({ clock, database }: Needs, render: (pathname: string) => Promise<Page>): PageMemory {
  const pages = createLeastRecent<Kept>(PAGES_MAX_BYTES)
  const missing = createLeastRecent<Kept>(MISSING_MAX_BYTES)
  const rendering = new Map<string, Promise<Page>>()
  let hits = 0
  let misses = 0

  database.changes.subscribe("profile", (key) => {
    if (key === EVERYTHING) {
      for (const memory of [pages, missing, rendering]) memory.clear()
    } else {
      for (const memory of [pages, rendering]) memory.delete(profilePath(key))
      // A new name may have been asked for in any spelling.
      missing.clear()
    }
  })

  function remembered(pathname: string, now: Date): Page | undefined {
    const kept = pages.get(pathname) ?? missing.get(pathname)
    if (kept === undefined) return undefined
    const maxAgeMs = database.changes.isHeard() ? MAX_AGE_MS : UNHEARD_MAX_AGE_MS
    const isFresh = now.getTime() - kept.since < maxAgeMs && day(now.getTime()) === day(kept.since)
    return isFresh ? kept.page : undefined
  }

  async function renderOnce(pathname: string, now: Date): Promise<Page> {
    const running = rendering.get(pathname)
    if (running !== undefined) return running
    const promise = render(pathname)
    rendering.set(pathname, promise)
    try {
      const page = await promise
      // Word of a change while it was being rendered has taken it out of `rendering`: then it is old already.
      if (page.isKept && rendering.get(pathname) === promise) {
        const [memory, other] = page.status === 404 ? [missing, pages] : [pages, missing]
        other.delete(pathname)
        memory.set(pathname, { page, since: now.getTime() }, page.size)
      }
      return page
    } finally {
      if (rendering.get(pathname) === promise) rendering.delete(pathname)
    }
  }

  return {
    async page(pathname) {
      if (pathname.length > PATH_MAX_CHARACTERS) return render(pathname)
      const now = clock()
      const atHand = remembered(pathname, now)
      if (atHand === undefined) misses += 1
      else hits += 1
      return atHand ?? renderOnce(pathname, now)
    },
    remembered: (pathname) => remembered(pathname, clock()),
    counts: () => ({ hits, misses, bytes: pages.bytes + missing.bytes }),
  }
}

/** of a time in ms, in UTC */
const day = (time: number): number => Math.floor(time / 86_400_000)
