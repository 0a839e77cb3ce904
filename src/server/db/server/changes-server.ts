// Changes on a PostgreSQL server: NOTIFY to write, one listening connection to read, and a look every few seconds whether
// what is written arrives.
import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type pg from "pg"
import { errorText, type Log } from "../../log.ts"
import { type Changes, changesInProcess, EVERYTHING, type Topic } from "../changes.ts"
import { withRetry } from "../retry.ts"
import { listen } from "./listener.ts"

const CHANNEL = "meishi_changes"
/** How often this process says something to itself. */
const BEAT_EVERY_MS = 5_000
const BEAT_WITHIN_MS = 2_000
const TOPICS: readonly Topic[] = ["profile"]

export async function changesOnServer(
  pool: pg.Pool,
  connectionString: string,
  log: Log,
): Promise<Changes & { close(): Promise<void> }> {
  const here = changesInProcess()
  const tell = (topic: Topic, key: string) => void here.publish(topic, key)
  const forget = () => {
    for (const topic of TOPICS) tell(topic, EVERYTHING)
  }
  const beat = `meishi_beat_${randomUUID()}`
  let isHeard = true
  let arrived: () => void = () => undefined
  const listener = await listen({
    connectionString,
    channels: [CHANNEL, beat],
    onMessage(channel, payload) {
      if (channel === beat) return arrived()
      const at = payload.indexOf(" ")
      const topic = TOPICS.find((known) => known === payload.slice(0, at))
      if (topic !== undefined) tell(topic, payload.slice(at + 1))
    },
    onReturn() {
      log.info("database.listening_again")
      forget()
    },
    onLost: (error) => log.warn("database.listening_lost", { error: errorText(error) }),
  })

  /** Over the pool, as every change is told: a pooler that shares connections takes LISTEN and lets nothing arrive. */
  async function listenToMyself(): Promise<void> {
    const line = listener.line()
    const echo = new Promise<boolean>((resolve) => {
      arrived = () => resolve(true)
    })
    const isSent = await pool.query("select pg_notify($1, '')", [beat]).then(
      () => true,
      () => false,
    )
    // A database that is away tells nobody anything, and nothing in it changes.
    if (!isSent) return
    const abort = new AbortController()
    const late = pause(BEAT_WITHIN_MS, false, { signal: abort.signal, ref: false }).catch(() => false)
    const isArrived = await Promise.race([echo, late])
    abort.abort()
    // Lost and found meanwhile: the next one tells.
    if (isArrived === isHeard || listener.line() !== line) return
    isHeard = isArrived
    if (isHeard) {
      log.info("database.changes_heard")
      return forget()
    }
    log.warn("database.changes_not_heard", { reason: "LISTEN brings nothing: give DATABASE_URL the server itself" })
    listener.renew()
  }
  let listening: Promise<void> = Promise.resolve()
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    listening = listenToMyself().finally(() => {
      isBusy = false
    })
  }, BEAT_EVERY_MS)
  timer.unref()

  return {
    isHeard: () => isHeard,
    subscribe: here.subscribe,
    // This process hears of it twice, at once and over the server: forgetting twice costs nothing.
    async publish(topic, key) {
      tell(topic, key)
      await withRetry(() => pool.query("select pg_notify($1, $2)", [CHANNEL, `${topic} ${key}`])).catch((error) =>
        log.warn("database.notify_failed", { topic, error: errorText(error) }),
      )
    },
    async close() {
      clearInterval(timer)
      await listening
      await listener.close()
    },
  }
}
