// Patience with a database that restarts, and with others at the same rows: tries again for ten seconds in all.
import { setTimeout as pause } from "node:timers/promises"
import { isWorthAnotherTry } from "./database-errors.ts"

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 800
export const PATIENCE_MS = 10_000

/**
 * Runs `work`, and again after 50 ms, 100 ms … while the connection is what fails, or another transaction was in its way.
 * Only for work that may run twice: the first try may have reached the disk before the connection broke. Throws the last error.
 * @param mayRunAgain asked after such an error; default: yes
 */
export async function withRetry<T>(
  work: () => Promise<T>,
  mayRunAgain: (error: unknown) => boolean = () => true,
): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS
  for (let next = FIRST_PAUSE_MS; ; next = Math.min(next * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isWorthAnotherTry(error) || !mayRunAgain(error) || performance.now() + next > deadline) throw error
      await pause(next)
    }
  }
}
