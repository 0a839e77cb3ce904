import { describe, expect, it } from "vitest"
import { Refusal } from "../../../domain/errors.ts"
import { createSlots, createTurns } from "./slots.ts"

/** Work that ends when told to. */
function held() {
  const gates: (() => void)[] = []
  let active = 0
  let most = 0
  const work = async () => {
    active++
    most = Math.max(most, active)
    await new Promise<void>((done) => gates.push(done))
    active--
  }
  return { work, release: () => gates.shift()?.(), most: () => most }
}

const settled = () => new Promise((done) => setTimeout(done, 5))

describe("slots", () => {
  it("run so many at once, let so many wait and refuse the rest with a time to come back", async () => {
    const slots = createSlots({ running: 2, waiting: 3, retryAfterS: 7 })
    const { work, release, most } = held()
    const accepted = Array.from({ length: 5 }, () => slots.run(work))
    await expect(slots.run(work)).rejects.toMatchObject({ code: "service_unavailable", status: 503, retryAfterS: 7 })
    for (let n = 0; n < 5; n++) {
      await settled()
      release()
    }
    await Promise.all(accepted)
    expect(most()).toBe(2)
  })

  it("are free again after work that failed", async () => {
    const slots = createSlots({ running: 1, waiting: 0, retryAfterS: 1 })
    const failing = slots.run(() => Promise.reject(new Error("no")))
    await expect(failing).rejects.toThrow("no")
    await expect(slots.run(async () => "yes")).resolves.toBe("yes")
  })
})

describe("turns", () => {
  it("of one key come one after the other, of different keys at once", async () => {
    const turnOf = createTurns(5, 1)
    const { work, release, most } = held()
    const all = [turnOf("a", work), turnOf("a", work), turnOf("b", work)]
    for (let n = 0; n < 3; n++) {
      await settled()
      expect(most()).toBe(2)
      release()
    }
    await Promise.all(all)
  })

  it("go on after one that failed, and too many of one key are refused", async () => {
    const turnOf = createTurns(1, 1)
    const first = turnOf("a", () => Promise.reject(new Error("no")))
    const second = turnOf("a", async () => "yes")
    await expect(turnOf("a", async () => "no")).rejects.toBeInstanceOf(Refusal)
    await expect(first).rejects.toThrow("no")
    await expect(second).resolves.toBe("yes")
    await expect(turnOf("a", async () => "again")).resolves.toBe("again")
  })
})
