// Lets a few pieces of work run at once and some more wait; beyond that the answer is "busy", at once and with a time to come
// back. Whoever asks for much waits in a line of their own and holds nobody else up.
import { Refusal } from "../../../domain/errors.ts"

interface Limits {
  /** at once */
  running: number
  /** in all lines together; one line takes half of it at most */
  waiting: number
  /** of one line, at work and waiting, when it may not have all there is */
  perLine?: number
  retryAfterS: number
}

export interface ConcurrencyLimit {
  /**
   * @param line who asks: each line has its turn.
   * @throws Refusal service_unavailable when too many wait already, or the line has as many as it may
   */
  run<T>(line: string, work: () => Promise<T>): Promise<T>
  waiting(): number
}

export function createConcurrencyLimit({
  running,
  waiting: room,
  perLine = room + running,
  retryAfterS,
}: Limits): ConcurrencyLimit {
  /** A map keeps its order: the line at its head is next, and goes to its end afterwards. */
  const lines = new Map<string, (() => void)[]>()
  /** at work and waiting, by line */
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

  /** A slot goes from hand to hand while somebody waits. */
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
    async run(line, work) {
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
