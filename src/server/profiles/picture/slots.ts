// Lets a few pieces of work run at once and some more wait; beyond that the answer is "busy", at once and with a time to come back.
import { Refusal } from "../../../domain/errors.ts"

interface Limits {
  running: number
  waiting: number
  retryAfterS: number
}

export interface Slots {
  /** @throws service_unavailable when too many wait already */
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createSlots({ running, waiting, retryAfterS }: Limits): Slots {
  let free = running
  const queue: (() => void)[] = []

  async function take(): Promise<void> {
    if (free > 0) {
      free--
      return
    }
    if (queue.length >= waiting) throw new Refusal("service_unavailable", { retryAfterS })
    await new Promise<void>((ready) => queue.push(ready))
  }

  /** A slot goes from hand to hand while somebody waits. */
  function give(): void {
    const next = queue.shift()
    if (next === undefined) free++
    else next()
  }

  return {
    async run(work) {
      await take()
      try {
        return await work()
      } finally {
        give()
      }
    },
  }
}

/** Work for the same key runs one after the other; at most `waiting` may wait per key. @throws too_many_requests */
export function createTurns(
  waiting: number,
  retryAfterS: number,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, { last: Promise<unknown>; count: number }>()
  return async (key, work) => {
    const turn = turns.get(key) ?? { last: Promise.resolve(), count: 0 }
    if (turn.count > waiting) throw new Refusal("too_many_requests", { retryAfterS })
    turn.count++
    turns.set(key, turn)
    const mine = turn.last.then(work)
    turn.last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      turn.count--
      if (turn.count === 0) turns.delete(key)
    }
  }
}
