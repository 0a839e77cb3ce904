// The sitemap: an index and its parts, each made once an hour, and again when one of its profiles changes.
import { LRUCache } from "lru-cache"
import { HOUR_MS, MINUTE_MS } from "../../../domain/time.ts"
import type { Config } from "../../platform/config/config.ts"
import { EVERYTHING } from "../../platform/db/changes.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { type BuiltFile, builtFile } from "../pages/built-files.ts"
import { documentsOf, indexOf, PROFILES_MAX, partsFor, profilesOf, rangeOf } from "./parts.ts"
import { createSitemapStore } from "./store.ts"

const MAX_AGE_MS = HOUR_MS
/** While changes made by other processes may not arrive. */
const UNHEARD_MAX_AGE_MS = MINUTE_MS
/** A part takes about 40 KB: its compressed file and its usernames. */
const MEMORY_MAX_BYTES = 16 * 1024 * 1024

interface Kept {
  file: BuiltFile
  /** in lower case, one per line, with a line break before and after each */
  usernames: string
  since: number
}

interface Needs {
  config: Config
  database: OpenDatabase
}

export type Sitemap = ReturnType<typeof createSitemap>

export function createSitemap({ config, database }: Needs) {
  const store = createSitemapStore(database.db)
  const origin = config.PUBLIC_ORIGIN
  const kept = new LRUCache<string, Kept>({ maxSize: MEMORY_MAX_BYTES, sizeCalculation: sizeOf })
  const making = new Map<string, Promise<Kept>>()
  let number: { parts: Promise<number>; since: number } | undefined

  // A profile that is hidden, deactivated or deleted leaves the list at once; a new one appears within the hour.
  database.changes.subscribe("profile", (username) => {
    for (const [name, { usernames }] of [...kept])
      if (username === EVERYTHING || usernames.includes(`\n${username.toLowerCase()}\n`)) kept.delete(name)
    making.clear()
  })

  /** Counted once an hour, however many requests need it. */
  function parts(now: Date): Promise<number> {
    if (number !== undefined && now.getTime() - number.since < MAX_AGE_MS) return number.parts
    const counted = { parts: store.count().then(partsFor), since: now.getTime() }
    number = counted
    counted.parts.catch(() => {
      if (number === counted) number = undefined
    })
    return counted.parts
  }

  async function make(name: string, all: number, now: Date): Promise<Kept> {
    const [part] = name.split("-of-").map(Number)
    const isPart = part !== undefined && !Number.isNaN(part)
    const listed = isPart ? await store.list(rangeOf(part, all), PROFILES_MAX) : []
    const text = isPart ? profilesOf(origin, listed) : name === "index" ? indexOf(origin, all) : documentsOf(origin)
    const file = await builtFile("sitemap.xml", Buffer.from(text))
    const usernames = `\n${listed.map(({ username }) => username.toLowerCase()).join("\n")}\n`
    return { file, usernames, since: now.getTime() }
  }

  return {
    /** @param name "index", "pages" or "3-of-8"; null when there is no such part */
    async file(name: string, now: Date): Promise<BuiltFile | null> {
      const all = await parts(now)
      const isKnown = name === "index" || name === "pages" || isPartOf(name, all)
      if (!isKnown) return null
      const maxAgeMs = (await database.changes.confirm()) ? MAX_AGE_MS : UNHEARD_MAX_AGE_MS
      // Only now: what was just heard may have dropped it.
      const ready = kept.get(name)
      if (ready !== undefined && now.getTime() - ready.since < maxAgeMs) return ready.file
      const running = making.get(name)
      if (running !== undefined) return (await running).file
      const promise = make(name, all, now)
      making.set(name, promise)
      try {
        const made = await promise
        // If a change in the meantime has emptied `making`, the file is sent but not kept.
        if (making.get(name) === promise) kept.set(name, made)
        return made.file
      } finally {
        if (making.get(name) === promise) making.delete(name)
      }
    },
  }
}

const sizeOf = ({ file: { body }, usernames }: Kept): number =>
  ("br" in body ? body.br.byteLength + body.gzip.byteLength : body.byteLength) + usernames.length + 500

/** Numbers as we write them: no sign, no zero in front. */
function isPartOf(name: string, parts: number): boolean {
  const [, part = "", all = ""] = /^([1-9]\d{0,4})-of-([1-9]\d{0,4})$/.exec(name) ?? []
  return Number(all) === parts && Number(part) >= 1 && Number(part) <= parts
}
