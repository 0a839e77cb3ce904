// The other processes of this program as one of them sees them: collecting metrics, and orders from the primary; and the messages between
// them, in addition to those of node:cluster.
import { setTimeout as pause } from "node:timers/promises"
import type { Family, Numbers } from "../metrics/text-format.ts"
import { ALIVE_EVERY_MS } from "./watch.ts"

export type ToWorker =
  /** stop as on a signal; "hurry" skips the waiting for the proxy */
  | { kind: "stop" | "hurry" }
  /** another worker has replaced this one */
  | { kind: "replaced" }
  /** send your metrics */
  | { kind: "count"; id: number }
  /** metrics of all processes */
  | { kind: "counted"; id: number; all: Numbers[] }

export type ToPrimary =
  /** the heartbeat, every few seconds */
  | { kind: "alive" }
  /** the worker listens */
  | { kind: "ready" }
  | { kind: "numbers"; id: number; families: Family[] }
  /** collect the metrics of all processes */
  | { kind: "gather"; id: number }

export interface Peers {
  /** Provides the metrics of this process from now on. */
  share(own: () => Promise<Family[]>): void
  /** The metrics of all processes, without those that do not respond in time. */
  gather(): Promise<Numbers[]>
}

/** Longer than the primary waits for the slowest. */
const ANSWER_WITHIN_MS = 4_000

/** For a single process. */
export function alone(): Peers {
  let own: () => Promise<Family[]> = async () => []
  return {
    share(families) {
      own = families
    },
    gather: async () => [{ worker: "", families: await own() }],
  }
}

type Order = "stop" | "hurry" | "replaced"

export interface Worker extends Peers {
  /** one of them speaks for all in the log */
  isFirst: boolean
  /** Tells the primary that this process listens. */
  ready(): void
  /** Also delivers earlier orders of the primary. */
  onOrder(listener: (order: Order) => void): void
}

/** @param worker its number, as in the log */
export function asWorker(worker: string): Worker {
  const send = (message: ToPrimary) => void process.send?.(message)
  const waiting = new Map<number, (all: Numbers[]) => void>()
  let own: () => Promise<Family[]> = async () => []
  const early: Order[] = []
  let handle: (order: Order) => void = (order) => void early.push(order)
  let asked = 0

  setInterval(() => send({ kind: "alive" }), ALIVE_EVERY_MS).unref()
  process.on("message", (message: ToWorker) => {
    if (message.kind === "counted") waiting.get(message.id)?.(message.all)
    else if (message.kind !== "count") handle(message.kind)
    else own().then((families) => send({ kind: "numbers", id: message.id, families }))
  })

  return {
    isFirst: worker === "1",
    ready: () => send({ kind: "ready" }),
    onOrder(listener) {
      handle = listener
      for (const order of early) listener(order)
    },
    share(families) {
      own = families
    },
    async gather() {
      const id = ++asked
      const abort = new AbortController()
      const answer = new Promise<Numbers[]>((resolve) => waiting.set(id, resolve))
      const late = pause(ANSWER_WITHIN_MS, null, { signal: abort.signal }).catch(() => null)
      send({ kind: "gather", id })
      const all = await Promise.race([answer, late])
      abort.abort()
      waiting.delete(id)
      // The primary does not respond: this process still has its own metrics.
      return all ?? [{ worker, families: await own() }]
    },
  }
}
