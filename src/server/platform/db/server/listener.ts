// One connection that listens to NOTIFY for the life of the process and reconnects after every loss.
import { Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000
const ANSWER_WITHIN_MS = 10_000

/** The application name of listening connections. */
const LISTENING = "meishi listening"
/** The server should drop a failed machine soon: others then take over the emails that it was sending. */
const SHORT_KEEPALIVE = "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3"

interface Listening {
  connectionString: string
  channels: string[]
  /** on every new connection */
  onConnect(client: pg.Client): Promise<void>
  onMessage(channel: string, payload: string): void
  /** listening again after a loss: messages may have been missed */
  onReturn(): void
  onLost(error: unknown): void
}

/** Resolves once it listens. Rejects when the first connection fails. */
export async function listen(options: Listening): Promise<{
  /** the number of the current connection, counted since the start; 0: not connected */
  line(): number
  /** resolves when the server has answered on this connection, after the messages that were waiting for it @returns the first row */
  ask(question: string): Promise<Record<string, unknown>>
  /** replaces a connection over which no messages arrive */
  renew(): void
  close(): Promise<void>
}> {
  const stopping = new AbortController()
  let current: pg.Client | null = null
  let socket = new Socket()
  let connections = 0
  let line = 0
  let asking: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<pg.Client> {
    socket = new Socket()
    const stream = socket
    const client = new pg.Client({
      stream: () => stream,
      connectionString: options.connectionString,
      keepAlive: true,
      application_name: LISTENING,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    })
    let reason: unknown = new Error("the server closed the connection")
    client.on("error", (error) => {
      reason = error
    })
    client.on("notification", ({ channel, payload }) => options.onMessage(channel, payload ?? ""))
    try {
      await client.connect()
      await client.query(SHORT_KEEPALIVE)
      await options.onConnect(client)
      for (const channel of options.channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    connections += 1
    line = connections
    client.once("end", () => {
      line = 0
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
    line: () => line,
    ask(question) {
      // One after the other, as the driver wants it.
      const answer = asking.then(() => current?.query(question))
      asking = answer.catch(() => undefined)
      return answer.then((found) => found?.rows[0] ?? {})
    },
    // Without a goodbye: the other end may be gone and would never confirm.
    renew: () => void socket.destroy(),
    async close() {
      stopping.abort()
      await current?.end().catch(() => undefined)
    },
  }
}
