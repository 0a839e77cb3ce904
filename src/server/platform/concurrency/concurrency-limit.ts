// Lets a few jobs run at once and some more wait; beyond that it refuses at once, with a time to try again. Each line takes turns with
// the others, so a line with many jobs does not hold up the rest.
import { Refusal } from "../../../domain/errors.ts"

interface Limits {
  /** at once */
  running: number
  /** in all lines together; one line may take half of it */
  waiting: number
  /** of one line, running and waiting; default: no limit */
  perLine?: number
  retryAfterS: number
}

export function createConcurrencyLimit({ running, waiting: room, perLine = room + running, retryAfterS }: Limits) {
  /** A map keeps its order: the first line is next, and moves to the end afterward. */
  const lines = new Map<string, (() => void)[]>()
  /** running and waiting, by line */
  const present = new Map<string, number>()
  let free = running
  let waiting = 0

  const busy = () => new Refusal("service_unavailable", { retryAfterS })

  function enter(line: string): void {
    const count = present.get(line) ?? 0
    if (count >= perLine) throw busy()
    present.set(line, count + 1)
  }

  function leave(line: string): void {
    const count = present.get(line) ?? 0
    if (count > 1) present.set(line, count - 1)
    else present.delete(line)
  }

  function take(line: string): Promise<void> | undefined {
    if (free > 0) {
      free -= 1
      return
    }
    const own = lines.get(line) ?? []
    if (waiting >= room || own.length >= Math.ceil(room / 2)) throw busy()
    lines.set(line, own)
    waiting += 1
    return new Promise((ready) => own.push(ready))
  }

  /** Passes the slot on while a job waits. */
  function give(): void {
    const [head] = lines
    if (head === undefined) {
      free += 1
      return
    }
    const [line, own] = head
    const next = own.shift()
    lines.delete(line)
    if (own.length > 0) lines.set(line, own)
    waiting -= 1
    next?.()
  }

  async function inSlot<T>(line: string, work: () => Promise<T>): Promise<T> {
    await take(line)
    try {
      return await work()
    } finally {
      give()
    }
  }

  return {
    /** @param line of jobs that take turns @throws Refusal service_unavailable when too many wait, or the line has its limit */
    async run<T>(line: string, work: () => Promise<T>): Promise<T> {
      enter(line)
      try {
        return await inSlot(line, work)
      } finally {
        leave(line)
      }
    },
    waiting: () => waiting,
  }
}
