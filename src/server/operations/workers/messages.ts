// What the primary process and its workers tell each other, beside what node:cluster does.
import type { Family } from "../metrics/text-format.ts"

/** What one process says of itself, and who it is. */
export interface Numbers {
  worker: string
  families: Family[]
}

export type ToWorker =
  /** everybody ends: as on a signal; "hurry" skips the waiting for the proxy */
  | { kind: "stop" | "hurry" }
  /** another worker has taken this one's place */
  | { kind: "replaced" }
  /** say your numbers */
  | { kind: "count"; id: number }
  /** what everybody said */
  | { kind: "counted"; id: number; all: Numbers[] }

export type ToPrimary =
  /** is there: said every few seconds */
  | { kind: "alive" }
  /** listens */
  | { kind: "ready" }
  | { kind: "numbers"; id: number; families: Family[] }
  /** ask everybody for their numbers */
  | { kind: "gather"; id: number }
