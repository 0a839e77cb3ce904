// Changes on a PostgreSQL server: NOTIFY to write, one listening connection to read.
import type pg from "pg"
import { errorText, type Log } from "../../log.ts"
import { type Changes, changesInProcess, EVERYTHING, type Topic } from "../changes.ts"
import { withRetry } from "../retry.ts"
import { listen } from "./listener.ts"

const CHANNEL = "meishi_changes"
const TOPICS: readonly Topic[] = ["profile"]

export async function changesOnServer(
  pool: pg.Pool,
  connectionString: string,
  log: Log,
): Promise<Changes & { close(): Promise<void> }> {
  const here = changesInProcess()
  const tell = (topic: Topic, key: string) => void here.publish(topic, key)
  const listener = await listen({
    connectionString,
    channel: CHANNEL,
    onMessage(payload) {
      const at = payload.indexOf(" ")
      const topic = TOPICS.find((known) => known === payload.slice(0, at))
      if (topic !== undefined) tell(topic, payload.slice(at + 1))
    },
    onReturn() {
      log.info("database.listening_again")
      for (const topic of TOPICS) tell(topic, EVERYTHING)
    },
    onLost: (error) => log.warn("database.listening_lost", { error: errorText(error) }),
  })
  return {
    subscribe: here.subscribe,
    // This process hears of it twice, at once and over the server: forgetting twice costs nothing.
    async publish(topic, key) {
      tell(topic, key)
      await withRetry(() => pool.query("select pg_notify($1, $2)", [CHANNEL, `${topic} ${key}`])).catch((error) =>
        log.warn("database.notify_failed", { topic, error: errorText(error) }),
      )
    },
    close: listener.close,
  }
}
