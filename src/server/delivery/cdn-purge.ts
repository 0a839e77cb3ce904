// Tells the CDN which pages changed, once no process serves the old ones from memory. Only the operator's own address is contacted, and
// no save waits for it.
import { setTimeout as pause } from "node:timers/promises"
import { contactPath, exchangePath, profileJsonPath, profilePath } from "../../domain/paths.ts"
import type { Config } from "../platform/config/config.ts"
import { type Changes, EVERYTHING } from "../platform/db/changes.ts"
import { afterCommit } from "../platform/db/queries.ts"
import { LEASE_MS } from "../platform/db/server/lease.ts"
import { errorText, type Log } from "../platform/log.ts"

/** What Cloudflare takes in one request. */
const ADDRESSES_AT_ONCE = 30
/** When more pages than this change at once, everything is purged instead. */
const WAITING_MAX = 10_000
const ANSWER_WITHIN_MS = 10_000
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 60_000

interface Needs {
  config: Pick<Config, "CDN_PURGE_URL" | "CDN_PURGE_TOKEN" | "PUBLIC_ORIGIN">
  log: Log
}

export function createCdnPurge({ config, log }: Needs) {
  const { CDN_PURGE_URL, CDN_PURGE_TOKEN, PUBLIC_ORIGIN } = config
  const stopping = new AbortController()
  let waiting = new Set<string>()
  let isEverything = false
  let sending: Promise<void> | null = null

  /** @param key of a change: a username, or EVERYTHING */
  function add(key: string): void {
    if (key === EVERYTHING || waiting.size >= WAITING_MAX) {
      isEverything = true
      waiting.clear()
    } else if (!isEverything)
      for (const path of [profilePath(key), contactPath(key), profileJsonPath(key), exchangePath(key)])
        waiting.add(PUBLIC_ORIGIN + path)
    sending ??= sendAll().finally(() => {
      sending = null
    })
  }

  /** Purges only after the lease: until then other processes may serve the old page, which the CDN would fetch and keep. */
  function addLater(key: string): void {
    const wait = pause(LEASE_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    void wait.then(() => add(key))
  }

  async function sendAll(): Promise<void> {
    let retryMs = FIRST_RETRY_MS
    while (isEverything || waiting.size > 0) {
      const wasEverything = isEverything
      const isLast = stopping.signal.aborted
      const files = [...waiting].slice(0, ADDRESSES_AT_ONCE)
      isEverything = false
      waiting = new Set([...waiting].slice(ADDRESSES_AT_ONCE))
      try {
        await post(wasEverything ? { purge_everything: true } : { files })
        retryMs = FIRST_RETRY_MS
      } catch (error) {
        isEverything ||= wasEverything
        if (!isEverything) waiting = new Set([...files, ...waiting])
        log.warn("cdn.purge_failed", { error: errorText(error), waiting: waiting.size })
        if (isLast) return
        await pause(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
        retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)
      }
    }
  }

  async function post(body: { files: string[] } | { purge_everything: true }): Promise<void> {
    const answer = await fetch(String(CDN_PURGE_URL), {
      method: "POST",
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      headers: {
        "Content-Type": "application/json",
        ...(CDN_PURGE_TOKEN !== null && { Authorization: `Bearer ${CDN_PURGE_TOKEN}` }),
      },
      body: JSON.stringify(body),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`status ${answer.status}`)
  }

  return {
    /** The same changes; those that this process announces reach the CDN as well. */
    withPurge<Of extends Changes>(changes: Of): Of {
      if (CDN_PURGE_URL === null) return changes
      const announced =
        (announce: Changes["announce"]): Changes["announce"] =>
        async (db, topic, keys) => {
          await announce(db, topic, keys)
          await afterCommit(db, () => keys.forEach(addLater))
        }
      return {
        ...changes,
        publish: async (topic, key) => {
          await changes.publish(topic, key)
          addLater(key)
        },
        announce: announced(changes.announce),
        withdraw: announced(changes.withdraw),
      }
    },

    /** Tries the waiting pages again, for ten seconds at most. */
    async stop(): Promise<void> {
      stopping.abort()
      // Adds the pages that were still waiting for the leases.
      await pause(0)
      await Promise.race([sending, pause(ANSWER_WITHIN_MS, undefined, { ref: false })])
    },
  }
}
