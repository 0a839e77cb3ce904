// A few at a time, in fair turns: whoever asks for much waits in a line of their own, and holds nobody else up.
import { Refusal } from "../../domain/errors.ts"

export interface Turns {
  /** @param line who asks. @throws Refusal service_unavailable when too many wait */
  take<T>(line: string, work: () => Promise<T>): Promise<T>
  waiting(): number
}

/** @param slots at once; @param room how many may wait in all, half of them in one line */
export function createTurns(slots: number, room: number): Turns {
  /** A map keeps the order of insertion: the line at its head is next, and goes to its end afterwards. */
  const lines = new Map<string, (() => void)[]>()
  let running = 0
  let waiting = 0

  function wait(line: string): Promise<void> {
    const own = lines.get(line) ?? []
    if (waiting >= room || own.length >= Math.ceil(room / 2))
      throw new Refusal("service_unavailable", { retryAfterS: 1 })
    lines.set(line, own)
    waiting += 1
    return new Promise((turn) => own.push(turn))
  }

  function next(): void {
    const [head] = lines
    if (head === undefined) {
      running -= 1
      return
    }
    const [line, own] = head
    const turn = own.shift()
    lines.delete(line)
    if (own.length > 0) lines.set(line, own)
    waiting -= 1
    turn?.()
  }

  return {
    async take(line, work) {
      if (running < slots) running += 1
      else await wait(line)
      try {
        return await work()
      } finally {
        next()
      }
    },
    waiting: () => waiting,
  }
}
