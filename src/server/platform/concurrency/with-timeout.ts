// Limits how long to wait for a promise.
import { setTimeout as pause } from "node:timers/promises"

/** Rejects after `ms`; `work` itself continues unless it uses the signal. */
export async function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const giveUp = new AbortController()
  const done = new AbortController()
  const late = pause(ms, undefined, { signal: done.signal }).then(() => {
    const error = new Error(`no answer within ${ms} ms`)
    giveUp.abort(error)
    throw error
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([work(giveUp.signal), late])
  } finally {
    done.abort()
  }
}
