// The primary's part of collecting metrics: asks every worker and sends the results to the one that asked.
import type { Worker } from "node:cluster"
import type { Family, Numbers } from "../metrics/text-format.ts"
import type { ToPrimary, ToWorker } from "./peers.ts"

/** Longer than a worker waits for a database that does not respond. */
const WITHIN_MS = 3_000

interface Member {
  number: number
  worker: Worker
}

export function createGathering() {
  const rounds = new Map<number, (from: Worker, families: Family[]) => void>()
  let round = 0

  return {
    /** For the worker that asks. @param own metrics of the primary itself */
    start(asker: Worker, id: number, members: Member[], own: Family[]): void {
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
    /** Metrics of a worker have arrived. */
    hear: (from: Worker, { id, families }: Extract<ToPrimary, { kind: "numbers" }>): void =>
      rounds.get(id)?.(from, families),
  }
}
