// Read replicas as the stores see them: for what visitors read, and only where a result cannot be out of date
// (docs/decisions/read-replicas.md).
import type pg from "pg"
import type { Queries } from "./queries.ts"

export interface ReplicaState {
  /** host and port */
  name: string
  isServing: boolean
  /** answered since the start of this process */
  reads: number
}

export interface Replicas {
  /**
   * Rows that a replica finds, if it has every change of these profiles that this process has heard of, and everything that was committed
   * LEASE_MS ago. Undefined: nothing is known to be so, ask the primary. Never rejects.
   */
  find<Row extends { username: string }>(find: (db: Queries) => Promise<Row[]>): Promise<Row[] | undefined>
  states(): ReplicaState[]
  pools: readonly pg.Pool[]
}

export const noReplicas: Replicas = { find: async () => undefined, states: () => [], pools: [] }
