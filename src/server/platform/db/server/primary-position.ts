// How far the primary's write-ahead log is, and since when a process knows it: whatever was committed before is at or before that position.
import { createLease, LEASE_MS } from "./lease.ts"

export interface Position {
  /** in ms, by the monotonic clock: the moment of the question */
  asked: number
  /** as PostgreSQL writes it */
  committed: string
  /** no server that follows this one has read further, when it was asked before */
  written: string
}

/** A commit that does not wait for the disk is seen before it is there. */
const QUESTION = `select pg_current_wal_insert_lsn()::text as written, (case current_setting('synchronous_commit')
  when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as committed`

/** @param askPrimary asks on a connection that no load of requests delays */
export function watchPrimary(askPrimary: (question: string) => Promise<Record<string, unknown>>) {
  let previous: Position | null = null
  let latest: Position | null = null
  const lease = createLease(async () => {
    const position = await ask()
    previous = latest
    latest = position
  })

  async function ask(): Promise<Position> {
    const asked = performance.now()
    const { committed, written } = await askPrimary(QUESTION)
    if (typeof committed !== "string" || typeof written !== "string") throw new Error("the primary tells no position")
    return { asked, committed, written }
  }

  return {
    ask,
    /** A position from at most LEASE_MS ago, the older one of two: replicas get some time to arrive there. Null while none is known. */
    current(): Position | null {
      if (!lease.isCurrent()) return null
      const isOlderGood = previous !== null && performance.now() - previous.asked < LEASE_MS
      return isOlderGood ? previous : latest
    },
  }
}

export type Primary = ReturnType<typeof watchPrimary>

/** Whether a position is behind another, both as PostgreSQL writes them. */
export const isBehind = (position: string, other: string): boolean => numberOf(position) < numberOf(other)

function numberOf(position: string): bigint {
  const [segment = "", offset = ""] = position.split("/")
  return (BigInt(`0x${segment}`) << 32n) | BigInt(`0x${offset}`)
}
