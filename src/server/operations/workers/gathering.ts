// The primary's part of collecting numbers: asks every worker, and hands what came back to the one that wanted to know.
import type { Worker } from "node:cluster"
import type { Family } from "../metrics/text-format.ts"
import type { Numbers, ToPrimary, ToWorker } from "./messages.ts"

/** Longer than a worker waits for a database that is away. */
const WITHIN_MS = 3_000

export interface Member {
  number: number
  worker: Worker
}

export interface Gathering {
  /** A worker wants to know. @param own what the primary says itself */
  start(asker: Worker, id: number, members: Member[], own: Family[]): void
  /** What a worker said. */
  hear(from: Worker, message: Extract<ToPrimary, { kind: "numbers" }>): void
}

export function createGathering(): Gathering {
  const rounds = new Map<number, (from: Worker, families: Family[]) => void>()
  let round = 0

  return {
    start(asker, id, members, own) {
      const mine = ++round
      const said = new Map<Worker, Family[]>()
      const finish = () => {
        clearTimeout(timer)
        rounds.delete(mine)
        const all = members.flatMap(({ number, worker }): Numbers[] => {
          const families = said.get(worker)
          return families === undefined ? [] : [{ worker: String(number), families }]
        })
        const answer: ToWorker = { kind: "counted", id, all: [...all, { worker: "", families: own }] }
        if (asker.isConnected()) asker.send(answer)
      }
      const timer = setTimeout(finish, WITHIN_MS)
      rounds.set(mine, (from, families) => {
        said.set(from, families)
        if (said.size === members.length) finish()
      })
      const question: ToWorker = { kind: "count", id: mine }
      for (const { worker } of members) if (worker.isConnected()) worker.send(question)
    },
    hear: (from, { id, families }) => rounds.get(id)?.(from, families),
  }
}
