// One read replica: in service while it follows the primary closely. Each read proves, on its own connection, that the server has what it
// must have, so a replica may restart, or share its address with others.
import { setTimeout as pause } from "node:timers/promises"
import { drizzle } from "drizzle-orm/node-postgres"
import pg from "pg"
import { withTimeout } from "../../concurrency/with-timeout.ts"
import { errorText, type Log } from "../../log.ts"
import type { Queries } from "../queries.ts"
import type { ReplicaState } from "../replicas.ts"
import { withoutNames } from "../resilient-pool.ts"
import * as schema from "../schema.ts"
import { isBehind, type Position, type Primary } from "./primary-position.ts"

/** A visitor waits no longer than this for a replica before the primary is asked. */
const READ_WITHIN_MS = 500
/** A replica that needs longer than this to catch up with the primary is not used. */
const BEHIND_MAX_MS = 300
const LOOK_WITHIN_MS = 1_000
const LOOK_AGAIN_AFTER_MS = 1_000
const ASK_AGAIN_AFTER_MS = 20

const BEHIND = `it is more than ${BEHIND_MAX_MS} ms behind`
const AHEAD = "it is ahead of the primary, so it follows another one"
const NO_STANDBY = "it is not a standby"

const HERE = {
  name: "replica_position",
  text: "select pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn()::text as position",
}

interface Settings {
  url: string
  poolSize: number
  /** whether a pooler in transaction mode may be in between */
  isPooled: boolean
}

export function openReplica({ url, poolSize, isPooled }: Settings, primary: Primary, log: Log) {
  const name = new URL(url).host
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: READ_WITHIN_MS,
    query_timeout: READ_WITHIN_MS,
    keepAlive: true,
    application_name: "meishi reading",
  })
  pool.on("error", () => undefined)
  pool.on("connect", (client) => client.on("error", () => undefined))
  if (isPooled) pool.on("connect", withoutNames)
  const databases = new WeakMap<pg.PoolClient, Queries>()
  let state: "new" | "serving" | "away" = "new"
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null
  let reads = 0

  /** Undefined: ask the primary. Never rejects. */
  async function read<Rows>(find: (db: Queries) => Promise<Rows>, { committed }: Position): Promise<Rows | undefined> {
    try {
      const rows = await withTimeout(READ_WITHIN_MS, () =>
        onClient(async (client) => {
          // Before the rows: a later position would say nothing about them.
          if (isBehind(await positionAt(client), committed)) throw new Error(BEHIND)
          return find(databaseOf(client))
        }),
      )
      reads += 1
      return rows
    } catch (error) {
      leave(error)
      return undefined
    }
  }

  async function onClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await pool.connect()
    let isBroken = true
    try {
      const result = await work(client)
      isBroken = false
      return result
    } finally {
      client.release(isBroken)
    }
  }

  async function positionAt(client: pg.PoolClient): Promise<string> {
    const { rows } = await client.query(HERE)
    const { is_standby, position } = rows[0] ?? {}
    if (is_standby !== true || typeof position !== "string") throw new Error(NO_STANDBY)
    return position
  }

  /** The statements are prepared once for each connection. */
  function databaseOf(client: pg.PoolClient): Queries {
    const known = databases.get(client)
    if (known !== undefined) return known
    const made = drizzle(client, { schema })
    databases.set(client, made)
    return made
  }

  function leave(error: unknown): void {
    if (state !== "away") log.warn("database.replica_away", { replica: name, reason: errorText(error) })
    state = "away"
    lookedAt = performance.now()
  }

  /** Whether it follows the primary and is where that is. Never rejects. */
  async function look(): Promise<void> {
    try {
      await withTimeout(LOOK_WITHIN_MS, async () => {
        const position = await arrivedAt(await primary.ask())
        if (isBehind((await primary.ask()).written, position)) throw new Error(AHEAD)
      })
      if (state !== "serving") log.info("database.replica_serves", { replica: name })
      state = "serving"
    } catch (error) {
      leave(error)
    }
    lookedAt = performance.now()
  }

  async function arrivedAt({ asked, committed }: Position): Promise<string> {
    for (;;) {
      const position = await onClient(positionAt)
      if (!isBehind(position, committed)) return position
      if (performance.now() - asked > BEHIND_MAX_MS) throw new Error(BEHIND)
      await pause(ASK_AGAIN_AFTER_MS)
    }
  }

  function lookOnce(): Promise<void> {
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }

  return {
    pool,
    read,
    look: lookOnce,
    /** Nothing that was known counts anymore. */
    forget: (): void => {
      if (state === "serving") state = "new"
      lookedAt = Number.NEGATIVE_INFINITY
    },
    /** Visitors do not wait for a replica that was down: it is checked once a second, independently of requests. */
    isServing(): boolean {
      if (state !== "serving" && performance.now() - lookedAt > LOOK_AGAIN_AFTER_MS) void lookOnce()
      return state === "serving"
    },
    state: (): ReplicaState => ({ name, isServing: state === "serving", reads }),
  }
}
