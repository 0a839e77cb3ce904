// Stops writes before the disk is full: without room for its log, the engine cannot even be opened for reading.
import { statfs } from "node:fs/promises"
import type pg from "pg"
import { errorText, type Log } from "../../log.ts"

/** What the log may grow to before a checkpoint, and the same again for everything else that grows meanwhile. */
export const MIN_FREE_BYTES = 128 * 1024 * 1024
const CHECK_EVERY_MS = 2_000

interface Options {
  everyMs?: number
  freeBytes?: () => Promise<number>
}

export async function freeBytesIn(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

/**
 * While there is little room, writes are refused (`databaseError` calls it "full") and reads continue. @returns ends it
 */
export function guardDisk(
  pool: pg.Pool,
  dir: string,
  log: Log,
  { everyMs = CHECK_EVERY_MS, freeBytes = () => freeBytesIn(dir) }: Options = {},
): () => void {
  let isLow = false
  // New connections start with the default.
  const tell = (client: pg.ClientBase) => client.query(`set default_transaction_read_only = ${isLow ? "on" : "off"}`)
  pool.on("connect", (client) => {
    if (isLow) tell(client).catch(() => undefined)
  })

  async function look(): Promise<void> {
    const free = await freeBytes()
    if (free < MIN_FREE_BYTES === isLow) return
    const client = await pool.connect()
    try {
      isLow = !isLow
      await tell(client)
    } finally {
      client.release()
    }
    const megabytes = Math.round(free / 1024 / 1024)
    if (isLow) log.error("database.disk_low", { free_mb: megabytes, writes: "refused" })
    else log.info("database.disk_has_room", { free_mb: megabytes, writes: "accepted" })
  }

  let looking = false
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    look()
      .catch((error) => log.warn("database.disk_guard_failed", { error: errorText(error) }))
      .finally(() => {
        looking = false
      })
  }, everyMs).unref()
  return () => clearInterval(timer)
}
