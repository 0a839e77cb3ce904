// Runs jobs of the same key one after the other.
import { Refusal } from "../../../domain/errors.ts"

/**
 * @param waiting how many may wait for each key
 * @returns a function that throws too_many_requests when more would wait
 */
export function createKeyedMutex(
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
