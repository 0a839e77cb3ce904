// Hides how long something took: it ends at whole steps of time only.
import { setTimeout as pause } from "node:timers/promises"

/** Resolves at the next multiple of `stepMs` after the start; rejects at once. */
export async function inSteps<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  await pause(Math.ceil(stepMs - ((performance.now() - started) % stepMs)))
  return result
}
