// How long a lease lasts, with timers and a clock that the tests move.
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createLease, LEASE_MS } from "./lease.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

test("counts from the question, not from its answer", async () => {
  const lease = createLease(() => new Promise((resolve) => setTimeout(resolve, 300)))
  const renewed = lease.renew()
  await vi.advanceTimersByTimeAsync(300)
  await renewed
  expect(lease.isCurrent()).toBe(true)
  vi.advanceTimersByTime(LEASE_MS - 301)
  expect(lease.isCurrent()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(lease.isCurrent()).toBe(false)
})

test("is renewed by its use, so that steady visitors never find it over", async () => {
  const prove = vi.fn(async () => undefined)
  const lease = createLease(prove)
  await lease.renew()
  for (let ms = 0; ms < 10 * LEASE_MS; ms += 50) {
    expect(lease.isCurrent()).toBe(true)
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(prove.mock.calls.length).toBeLessThan(30)
})

test("is not granted by an answer to a question from before it was ended", async () => {
  let answer: () => void = () => undefined
  const lease = createLease(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve
      }),
  )
  const renewed = lease.renew()
  lease.end()
  answer()
  await renewed
  expect(lease.isCurrent()).toBe(false)
})

test("that cannot be had in time is not waited for", async () => {
  const lease = createLease(() => new Promise(() => undefined))
  expect(await lease.confirm()).toBe(false)
})
