// Announces changes to every process that caches what changed. On a PostgreSQL server: NOTIFY to send, one listening connection to receive,
// and a lease that proves that nothing was missed (docs/decisions/several-processes.md).
import { randomUUID } from "node:crypto"
import { EventEmitter } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import { sql } from "drizzle-orm"
import type pg from "pg"
import { withTimeout } from "../concurrency/with-timeout.ts"
import { errorText, type Log } from "../log.ts"
import { withRetry } from "./database-errors.ts"
import { afterCommit, type Queries } from "./queries.ts"
import { createLease, LEASE_MS } from "./server/lease.ts"
import { listen } from "./server/listener.ts"
import { type Presence, show } from "./server/presence.ts"

type Topic = "profile"

/** Listeners get this when changes may have been missed: everything they cache may be out of date. */
export const EVERYTHING = "*"

export interface Changes {
  /**
   * For what was changed without a transaction. This process has heard when it resolves, and the others hear a moment later: nothing waits
   * for them. Never rejects: a process that cannot be told serves nothing from memory.
   */
  publish(topic: Topic, key: string): Promise<void>
  /** The same as a part of the transaction `db`: heard if and when it is committed. */
  announce(db: Queries, topic: Topic, keys: readonly string[]): Promise<void>
  /** For what no one may see anymore: the transaction's caller continues when no process serves it from memory, up to LEASE_MS later. */
  withdraw(db: Queries, topic: Topic, keys: readonly string[]): Promise<void>
  /** `listener` must not throw. */
  subscribe(topic: Topic, listener: (key: string) => void): void
  /** false: changes of other processes may have gone unheard for too long, so nothing may be served from memory without `confirm` */
  isCurrent(): boolean
  /** Asks the database if need be. False when it cannot be asked in time: then read the data itself. */
  confirm(): Promise<boolean>
}

/** The embedded engine serves one process: there is no other process to notify. */
export function changesInProcess(): Changes {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const announce: Changes["announce"] = (db, topic, keys) =>
    afterCommit(db, () => {
      for (const key of keys) emitter.emit(topic, key)
    })
  return {
    publish: async (topic, key) => void emitter.emit(topic, key),
    announce,
    withdraw: announce,
    subscribe(topic, listener) {
      emitter.on(topic, listener)
    },
    isCurrent: () => true,
    confirm: async () => true,
  }
}

const CHANNEL = "meishi_changes"
/** A connection that fell silent while no one asks is found this soon. */
const LOOK_EVERY_MS = 5_000
const ANSWER_WITHIN_MS = 2_000
/** Tolerates timers that fire early and clocks that run at slightly different speeds. */
const ALL_LEASES_EXPIRED_MS = LEASE_MS + 20
const TOPICS: readonly Topic[] = ["profile"]

interface ChangesOnServer extends Changes {
  /** On the listening connection, which no load of requests delays. @returns the first row */
  ask(question: string): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export async function changesOnServer(
  pool: pg.Pool,
  connectionString: string,
  presence: Presence,
  log: Log,
): Promise<ChangesOnServer> {
  const here = changesInProcess()
  const tell = (topic: Topic, key: string) => void here.publish(topic, key)
  const forget = () => {
    for (const topic of TOPICS) tell(topic, EVERYTHING)
  }
  const lease = createLease(hearAll)
  const ownChannel = `meishi_process_${randomUUID()}`
  /** the last connection over which a message of our own has arrived; 0: none yet, so a pooler may be in between */
  let provenLine = 0
  let isWarned = false
  let arrived: () => void = () => undefined
  const listener = await listen({
    connectionString,
    channels: [CHANNEL, ownChannel],
    onConnect: (client) => show(presence, client),
    onMessage(channel, payload) {
      if (channel === ownChannel) return arrived()
      const [name, key = ""] = payload.split(" ")
      const topic = TOPICS.find((known) => known === name)
      if (topic !== undefined) tell(topic, key)
    },
    onReturn() {
      log.info("database.listening_again")
      forget()
      if (!isWarned) void lease.renew()
    },
    onLost(error) {
      lease.end()
      log.warn("database.listening_lost", { error: errorText(error) })
    },
  })

  /**
   * Resolves when all changes announced so far have arrived. The server sends a connection its messages before the answer to a question
   * that came after them (docs/decisions/several-processes.md).
   */
  async function hearAll(): Promise<void> {
    const line = listener.line()
    if (line === 0) throw new Error("not listening")
    const isProven = line === provenLine
    try {
      await withTimeout<unknown>(ANSWER_WITHIN_MS, () => (isProven ? listener.ask("select 1") : hearMyself()))
    } catch (error) {
      if (listener.line() === line) {
        if (!isWarned) log.warn("database.changes_not_heard", { reason: provenLine > 0 ? SILENT : POOLED })
        isWarned = true
        listener.renew()
      }
      throw error
    }
    if (isWarned) log.info("database.changes_heard")
    isWarned = false
    provenLine = line
  }

  /** Over the pool, like every change: a pooler that shares connections accepts LISTEN, but then no message arrives. */
  async function hearMyself(): Promise<void> {
    const echo = new Promise<void>((resolve) => {
      arrived = resolve
    })
    await pool.query("select pg_notify($1, '')", [ownChannel])
    await echo
  }

  const timer = setInterval(() => void lease.renew(), LOOK_EVERY_MS)
  timer.unref()
  await lease.renew()

  const publish: Changes["publish"] = async (topic, key) => {
    tell(topic, key)
    const message = [CHANNEL, `${topic} ${key}`]
    await withRetry(() => pool.query("select pg_notify($1, $2)", message)).catch((error) =>
      log.warn("database.notify_failed", { topic, error: errorText(error) }),
    )
  }

  // This process receives it twice, directly and from the server: forgetting a page twice does no harm.
  const announce: Changes["announce"] = async (db, topic, keys) => {
    for (const key of keys) await db.execute(sql`select pg_notify(${CHANNEL}, ${`${topic} ${key}`})`)
    await afterCommit(db, () => {
      for (const key of keys) tell(topic, key)
    })
  }

  return {
    isCurrent: lease.isCurrent,
    confirm: lease.confirm,
    subscribe: here.subscribe,
    publish,
    announce,
    async withdraw(db, topic, keys) {
      await announce(db, topic, keys)
      if (keys.length > 0) await afterCommit(db, () => pause(ALL_LEASES_EXPIRED_MS))
    },
    ask: listener.ask,
    async close() {
      clearInterval(timer)
      await listener.close()
    },
  }
}

const SILENT = "the listening connection has fallen silent"
const POOLED = "LISTEN receives nothing: point DATABASE_URL, or DATABASE_DIRECT_URL, at the server itself"
