// Caches the result of an asynchronous function for a limited time; concurrent callers share one call.
import type { Clock } from "../clock.ts"

/** Does not keep rejections. @param forS seconds */
export function memoizeFor<Answer>(forS: number, clock: Clock, ask: () => Promise<Answer>): () => Promise<Answer> {
  let latest: { answer: Promise<Answer>; until: number } | undefined
  return () => {
    const now = clock().getTime()
    if (latest !== undefined && now < latest.until) return latest.answer
    const mine = { answer: ask(), until: now + forS * 1000 }
    latest = mine
    mine.answer.catch(() => {
      if (latest === mine) latest = undefined
    })
    return mine.answer
  }
}
