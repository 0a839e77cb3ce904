// An answer that is asked for again only when it is older than it may be; many who ask at once wait for the same one.
import type { Clock } from "../clock.ts"

/** What could not be had is not kept. @param forS seconds */
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
