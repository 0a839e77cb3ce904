// Changes on a PostgreSQL server: NOTIFY to send, one listening connection to receive, an acknowledgement from each listener, and a
// heartbeat every few seconds that shows whether messages arrive.
import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type pg from "pg"
import { errorText, type Log } from "../../log.ts"
import { type Changes, changesInProcess, EVERYTHING, type Topic } from "../changes.ts"
import { withRetry } from "../database-errors.ts"
import { afterCommit } from "../queries.ts"
import { createAcknowledgements } from "./acknowledgements.ts"
import { LISTENING, listen } from "./listener.ts"
import { type Presence, show } from "./presence.ts"

const CHANNEL = "meishi_changes"
/** How often this process sends itself a message. */
const BEAT_EVERY_MS = 5_000
const BEAT_WITHIN_MS = 2_000
/** How long a save waits for a process that does not respond: its machine may just have failed. */
const HEARD_WITHIN_MS = 500
const BEAT = "beat"
const TOPICS: readonly Topic[] = ["profile"]

/** Sends a message and counts the listeners. */
const TELL = `select pg_notify($1, $2), (
  select count(*)::int from pg_stat_activity where datname = current_database() and application_name = $3
) as listeners`

export async function changesOnServer(
  pool: pg.Pool,
  connectionString: string,
  presence: Presence,
  log: Log,
): Promise<Changes & { close(): Promise<void> }> {
  const here = changesInProcess()
  const tell = (topic: Topic, key: string) => void here.publish(topic, key)
  const forget = () => {
    for (const topic of TOPICS) tell(topic, EVERYTHING)
  }
  const me = randomUUID()
  const channelOf = (processId: string) => `meishi_process_${processId}`
  const acknowledgements = createAcknowledgements(HEARD_WITHIN_MS)
  let isHeard = true
  let arrived: () => void = () => undefined
  const listener = await listen({
    connectionString,
    channels: [CHANNEL, channelOf(me)],
    onConnect: (client) => show(presence, client),
    onMessage(channel, payload) {
      if (channel !== CHANNEL) return payload === BEAT ? arrived() : acknowledgements.heard(payload)
      const [name, key = "", sender = "", id = ""] = payload.split(" ")
      const topic = TOPICS.find((known) => known === name)
      if (topic !== undefined) tell(topic, key)
      if (sender === me) acknowledgements.heard(id)
      else pool.query("select pg_notify($1, $2)", [channelOf(sender), id]).catch(() => undefined)
    },
    onReturn() {
      log.info("database.listening_again")
      forget()
    },
    onLost: (error) => log.warn("database.listening_lost", { error: errorText(error) }),
  })

  /** Over the pool, like every change: a pooler that shares connections accepts LISTEN, but then no message arrives. */
  async function listenToMyself(): Promise<void> {
    const line = listener.line()
    const echo = new Promise<boolean>((resolve) => {
      arrived = () => resolve(true)
    })
    const isSent = await pool.query("select pg_notify($1, $2)", [channelOf(me), BEAT]).then(
      () => true,
      () => false,
    )
    // While the database is away, nothing in it changes.
    if (!isSent) return
    const abort = new AbortController()
    const late = pause(BEAT_WITHIN_MS, false, { signal: abort.signal, ref: false }).catch(() => false)
    const isArrived = await Promise.race([echo, late])
    abort.abort()
    // Reconnected meanwhile: the next heartbeat decides.
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

  // This process hears it twice, at once and from the server: forgetting twice costs nothing.
  const publish: Changes["publish"] = async (topic, key) => {
    tell(topic, key)
    const round = acknowledgements.start()
    const words = [CHANNEL, `${topic} ${key} ${me} ${round.id}`, LISTENING]
    const listeners = await withRetry(() => pool.query(TELL, words)).then(
      ({ rows }) => Number(rows[0]?.listeners),
      (error) => {
        log.warn("database.notify_failed", { topic, error: errorText(error) })
        return 0
      },
    )
    await round.wait(isHeard ? listeners : 0)
  }

  return {
    isHeard: () => isHeard,
    subscribe: here.subscribe,
    publish,
    announce: (db, topic, key) => afterCommit(db, () => publish(topic, key)),
    async close() {
      clearInterval(timer)
      await listening
      await listener.close()
    },
  }
}
