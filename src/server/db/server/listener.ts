// One connection that listens to NOTIFY for the life of the process, and comes back after every loss.
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000
/** A connection that a firewall dropped in silence is found out by asking. */
const HEARTBEAT_MS = 30_000
const ANSWER_WITHIN_MS = 10_000

interface Listening {
  connectionString: string
  channel: string
  onMessage(payload: string): void
  /** listening again after a loss: messages may have been missed */
  onReturn(): void
  onLost(error: unknown): void
}

/** Resolves once it listens. Rejects when the first connection fails. */
export async function listen(options: Listening): Promise<{ close(): Promise<void> }> {
  const stopping = new AbortController()
  let current: pg.Client | null = null

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: options.connectionString,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    })
    let reason: unknown = new Error("the server closed the connection")
    client.on("error", (error) => {
      reason = error
    })
    client.on("notification", ({ payload }) => options.onMessage(payload ?? ""))
    try {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(options.channel)}`)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    const heartbeat = setInterval(() => client.query("select 1").catch(() => client.end()), HEARTBEAT_MS)
    heartbeat.unref()
    client.once("end", () => {
      clearInterval(heartbeat)
      if (stopping.signal.aborted) return
      options.onLost(reason)
      void comeBack()
    })
    return client
  }

  async function comeBack(): Promise<void> {
    for (let next = FIRST_PAUSE_MS; !stopping.signal.aborted; next = Math.min(next * 2, LONGEST_PAUSE_MS)) {
      try {
        current = await connect()
        options.onReturn()
        return
      } catch {
        await pause(next, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      }
    }
  }

  current = await connect()
  return {
    async close() {
      stopping.abort()
      await current?.end().catch(() => undefined)
    },
  }
}
