// The other processes of this program, as one of them sees them: whom to ask for numbers, and who says when to end.
import { setTimeout as pause } from "node:timers/promises"
import type { Family } from "../metrics/text-format.ts"
import type { Numbers, ToPrimary, ToWorker } from "./messages.ts"
import { ALIVE_EVERY_MS } from "./watch.ts"

export interface Peers {
  /** Says these numbers to whoever collects them from now on. */
  share(own: () => Promise<Family[]>): void
  /** What every process says of itself at the moment, this one first; who does not answer in time is left out. */
  gather(): Promise<Numbers[]>
}

/** Longer than the primary waits for the slowest. */
const ANSWER_WITHIN_MS = 4_000

/** A process without others. */
export function alone(): Peers {
  let own: () => Promise<Family[]> = async () => []
  return {
    share(families) {
      own = families
    },
    gather: async () => [{ worker: "", families: await own() }],
  }
}

export type Order = "stop" | "hurry" | "replaced"

export interface Worker extends Peers {
  /** Tells the primary that this process listens. */
  ready(): void
  /** Hears what the primary says, also what it has said before. */
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
      // A primary that does not answer: this process can still speak for itself.
      return all ?? [{ worker, families: await own() }]
    },
  }
}
