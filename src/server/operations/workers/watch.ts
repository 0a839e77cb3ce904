// Finds workers that hang: each sends a heartbeat, and one that stays silent counts as dead.
import type { Worker } from "node:cluster"

export const ALIVE_EVERY_MS = 2_000
/** Longer than any task blocks a worker, even on an overloaded machine. */
const SILENT_MAX_MS = 20_000

export function createWatch(onSilent: (worker: Worker) => void) {
  const heardAt = new Map<Worker, number>()
  let lookedAt = performance.now()

  setInterval(() => {
    const now = performance.now()
    const wasHeldUp = now - lookedAt > 2 * ALIVE_EVERY_MS
    lookedAt = now
    // This process itself was blocked: heartbeats wait to be read.
    if (wasHeldUp) return
    for (const [worker, at] of heardAt) {
      if (now - at <= SILENT_MAX_MS) continue
      heardAt.delete(worker)
      onSilent(worker)
    }
  }, ALIVE_EVERY_MS)

  return {
    /** Watches it from its first heartbeat on. */
    heard: (worker: Worker): void => void heardAt.set(worker, performance.now()),
    forget: (worker: Worker): void => void heardAt.delete(worker),
  }
}
