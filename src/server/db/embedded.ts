// The embedded engine: PGlite in a worker thread, reached by the ordinary driver through a socket made of messages.
import { mkdir } from "node:fs/promises"
import { dirname } from "node:path"
import { Worker } from "node:worker_threads"
import pg from "pg"
import type { Log } from "../log.ts"
import { WorkerSocket } from "./worker-socket.ts"

/** PGlite recurses deeply on nested JSON; with the default stack it answered wrongly instead of failing. */
const WORKER_STACK_MB = 32

export async function openEmbedded(dir: string, _log: Log): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  await mkdir(dirname(dir), { recursive: true })
  const worker = new Worker(new URL("./embedded-worker.ts", import.meta.url), {
    workerData: { dir },
    resourceLimits: { stackSizeMb: WORKER_STACK_MB },
  })
  await new Promise<void>((ready, failed) => {
    worker.once("message", () => ready())
    worker.once("error", failed)
  })
  const pool = new pg.Pool({
    stream: () => new WorkerSocket(worker),
    user: "postgres",
    database: "postgres",
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
  })
  const close = async () => {
    await pool.end()
    const ended = new Promise((resolve) => worker.once("exit", resolve))
    worker.postMessage("close")
    await ended
  }
  return { pool, close }
}
