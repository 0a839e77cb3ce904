// The read replicas of a PostgreSQL server, asked in turn.
import { setTimeout as pause } from "node:timers/promises"
import type { Log } from "../../log.ts"
import { type Changes, EVERYTHING } from "../changes.ts"
import type { Replicas } from "../replicas.ts"
import { watchPrimary } from "./primary-position.ts"
import { rememberChanges } from "./recent-changes.ts"
import { openReplica } from "./replica.ts"

/** So that the state of one that no one reads from is known, too. */
const LOOK_EVERY_MS = 5_000
/** One that is silent would never confirm the end of its connections. */
const CLOSE_WITHIN_MS = 500

interface Settings {
  urls: readonly string[]
  poolSize: number
  isPooled: boolean
}

interface Heard extends Pick<Changes, "subscribe"> {
  ask(question: string): Promise<Record<string, unknown>>
}

export function replicasOnServer(
  { urls, ...settings }: Settings,
  changes: Heard,
  log: Log,
): Replicas & { close(): Promise<void> } {
  const primary = watchPrimary(changes.ask)
  const recent = rememberChanges(changes)
  const replicas = urls.map((url) => openReplica({ url, ...settings }, primary, log))
  let turn = 0

  // Listening again after a loss: it may be another server, which the replicas do not follow.
  changes.subscribe("profile", (key) => {
    if (key === EVERYTHING) for (const replica of replicas) replica.forget()
  })

  function next() {
    turn += 1
    const inTurn = replicas.map((_, at) => replicas[(turn + at) % replicas.length])
    return inTurn.find((replica) => replica?.isServing())
  }

  const find: Replicas["find"] = async (query) => {
    const position = primary.current()
    const replica = position === null ? undefined : next()
    if (position === null || replica === undefined) return undefined
    const rows = await replica.read(query, position)
    const usernames = rows?.map(({ username }) => username) ?? []
    return recent.since(position.asked, usernames) ? undefined : rows
  }

  const lookAtAll = () => replicas.forEach((replica) => void replica.look())
  const timer = setInterval(lookAtAll, LOOK_EVERY_MS)
  timer.unref()
  lookAtAll()

  return {
    find,
    states: () => replicas.map((replica) => replica.state()),
    pools: replicas.map(({ pool }) => pool),
    async close() {
      clearInterval(timer)
      const ended = Promise.all(replicas.map(({ pool }) => pool.end()))
      await Promise.race([ended, pause(CLOSE_WITHIN_MS, undefined, { ref: false })])
    },
  }
}
