// The embedded engine: PostgreSQL inside this process, in its own thread, used with the ordinary driver.
import { dirname } from "node:path"
import type pg from "pg"
import { ConfigError } from "../../config/config.ts"
import { makeDataDir } from "../../files/private-files.ts"
import { errorText, type Log } from "../../log.ts"
import { resilientPool } from "../resilient-pool.ts"
import { guardDisk } from "./disk-guard.ts"
import { Engine } from "./engine.ts"
import { ensureCluster, lockDirectory } from "./first-start.ts"
import { keepHouse } from "./housekeeping.ts"
import { prepareRepeated } from "./repeated-statements.ts"
import { WorkerSocket } from "./worker-socket.ts"

const CONNECT_TIMEOUT_MS = 10_000

function poolOn(engine: Engine, log: Log): pg.Pool {
  const pool = resilientPool(
    {
      stream: () => new WorkerSocket(engine),
      user: "postgres",
      database: "postgres",
      ssl: false,
      // The engine has one session.
      max: 1,
      pipeline: true,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    },
    (error) => log.warn("database.connection_lost", { error: errorText(error) }),
  )
  return pool.on("connect", prepareRepeated)
}

/** Locks the folder and makes the cluster at the first start. @throws ConfigError with one sentence */
async function prepare(dir: string, log: Log): Promise<() => void> {
  makeDataDir(dirname(dir))
  const unlock = lockDirectory(dir)
  try {
    if (await ensureCluster(dir)) log.info("database.created", { dir })
    return unlock
  } catch (error) {
    unlock()
    throw error
  }
}

/** Starts the engine on `dir`, which no other process can open until `close`. @throws ConfigError with one sentence */
export async function startEngine(dir: string, log: Log) {
  const unlock = await prepare(dir, log)
  const engine = new Engine(dir, log)
  try {
    await engine.start()
  } catch (error) {
    unlock()
    // The engine's own sentence has the same beginning.
    const reason = errorText(error).replace(/^.*The database could not be opened: /, "")
    throw new ConfigError(
      `The database in ${dir} could not be opened: ${reason}. If all of its files belong to the program's user and the disk has room, it is damaged: set it aside and restore the newest backup (docs/operations.md, "Backup and restore").`,
    )
  }
  return {
    engine,
    async close(): Promise<void> {
      await engine.close()
      unlock()
    },
  }
}

/** Connects to a running engine and starts its background work; `close` leaves the engine running. */
export function connectTo(engine: Engine, dir: string, log: Log) {
  const pool = poolOn(engine, log)
  const timers = [keepHouse(pool, log), guardDisk(pool, dir, log)]
  return {
    pool,
    async close(): Promise<void> {
      for (const stop of timers) stop()
      await pool.end()
    },
  }
}

/** Opens the database in `dir`, which no other process can open until `close`. @throws ConfigError with one sentence */
export async function openEmbedded(dir: string, log: Log) {
  const { engine, close } = await startEngine(dir, log)
  const connection = connectTo(engine, dir, log)
  return {
    pool: connection.pool,
    async close(): Promise<void> {
      await connection.close()
      await close()
    },
  }
}
