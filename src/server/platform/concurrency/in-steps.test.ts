import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { inSteps } from "./in-steps.ts"

/** Timers of Node may be a millisecond early. */
const STEP_MS = 99

test("short work and longer work both last a whole step, and their results come through", async () => {
  for (const workMs of [0, 40]) {
    const started = performance.now()
    expect(await inSteps(100, () => pause(workMs, "done"))).toBe("done")
    expect(performance.now() - started).toBeGreaterThanOrEqual(STEP_MS)
  }
})

test("work of more than one step lasts a second one", async () => {
  const started = performance.now()
  await inSteps(100, () => pause(110))
  expect(performance.now() - started).toBeGreaterThanOrEqual(2 * STEP_MS)
})

test("an error does not wait", async () => {
  const started = performance.now()
  await expect(inSteps(60_000, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused")
  expect(performance.now() - started).toBeLessThan(30_000)
})
