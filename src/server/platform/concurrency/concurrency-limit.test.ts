import { describe, expect, it } from "vitest"
import { createConcurrencyLimit } from "./concurrency-limit.ts"

/** Work that ends when told to, and remembers who began it. */
function held() {
  const gates: (() => void)[] = []
  const begun: string[] = []
  const work = (who: string) => async () => {
    begun.push(who)
    await new Promise<void>((done) => gates.push(done))
  }
  return { work, begun, release: () => gates.shift()?.() }
}

const settled = () => new Promise((done) => setTimeout(done, 5))

describe("slots", () => {
  it("run some jobs at once, let some wait and refuse the rest with Retry-After", async () => {
    const slots = createConcurrencyLimit({ running: 2, waiting: 3, retryAfterS: 7 })
    const { work, begun, release } = held()
    const accepted = ["a", "b", "c", "d", "e"].map((who) => slots.run(who, work(who)))
    await expect(slots.run("f", work("f"))).rejects.toMatchObject({
      code: "service_unavailable",
      status: 503,
      retryAfterS: 7,
    })
    expect(slots.waiting()).toBe(3)
    for (const atWork of [2, 3, 4, 5]) {
      await settled()
      expect(begun).toHaveLength(atWork)
      release()
    }
    release()
    await Promise.all(accepted)
    expect(slots.waiting()).toBe(0)
  })

  it("take turns between lines, and one line takes half of the room", async () => {
    const slots = createConcurrencyLimit({ running: 1, waiting: 8, retryAfterS: 1 })
    const { work, begun, release } = held()
    const crowd = Array.from({ length: 8 }, () => slots.run("crowd", work("crowd")).catch(() => "refused"))
    const others = ["Ada", "Bob"].map((who) => slots.run(who, work(who)))
    for (let n = 0; n < 7; n++) {
      await settled()
      release()
    }
    await Promise.all(others)
    expect(begun).toEqual(["crowd", "crowd", "Ada", "Bob", "crowd", "crowd", "crowd"])
    expect((await Promise.all(crowd)).filter((result) => result === "refused")).toHaveLength(3)
  })

  it("can be limited for each line", async () => {
    const slots = createConcurrencyLimit({ running: 4, waiting: 0, perLine: 2, retryAfterS: 7 })
    const { work, begun, release } = held()
    const crowd = [1, 2].map(() => slots.run("crowd", work("crowd")))
    await expect(slots.run("crowd", work("crowd"))).rejects.toMatchObject({ status: 503, retryAfterS: 7 })
    const ada = slots.run("Ada", work("Ada"))
    release()
    await crowd[0]
    const again = slots.run("crowd", work("crowd"))
    await settled()
    expect(begun).toEqual(["crowd", "crowd", "Ada", "crowd"])
    for (let n = 0; n < 3; n++) release()
    await Promise.all([...crowd, ada, again])
  })

  it("are free again after a failed job", async () => {
    const slots = createConcurrencyLimit({ running: 1, waiting: 0, retryAfterS: 1 })
    await expect(slots.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no")
    await expect(slots.run("a", async () => "yes")).resolves.toBe("yes")
  })
})
