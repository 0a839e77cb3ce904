// Notices a worker whose process lives and does nothing any more: it says regularly that it is there, or is taken for dead.
import type { Worker } from "node:cluster"

export const ALIVE_EVERY_MS = 2_000
/** Longer than anything keeps a worker busy in one piece, also on a machine that has too much to do. */
const SILENT_MAX_MS = 20_000

export interface Watch {
  /** It has said something. It is watched from its first word on. */
  heard(worker: Worker): void
  forget(worker: Worker): void
}

export function createWatch(onSilent: (worker: Worker) => void): Watch {
  const heardAt = new Map<Worker, number>()
  let lookedAt = performance.now()

  setInterval(() => {
    const now = performance.now()
    const wasHeldUp = now - lookedAt > 2 * ALIVE_EVERY_MS
    lookedAt = now
    // This very process stood still: what was said meanwhile is still to be read.
    if (wasHeldUp) return
    for (const [worker, at] of heardAt) {
      if (now - at <= SILENT_MAX_MS) continue
      heardAt.delete(worker)
      onSilent(worker)
    }
  }, ALIVE_EVERY_MS)

  return {
    heard: (worker) => void heardAt.set(worker, performance.now()),
    forget: (worker) => void heardAt.delete(worker),
  }
}
