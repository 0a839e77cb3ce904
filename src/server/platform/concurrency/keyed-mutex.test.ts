import { describe, expect, it } from "vitest"
import { Refusal } from "../../../domain/errors.ts"
import { createKeyedMutex } from "./keyed-mutex.ts"

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

describe("turns", () => {
  it("of one key run one after the other, of different keys at once", async () => {
    const turnOf = createKeyedMutex(5, 1)
    const { work, release, most } = held()
    const all = [turnOf("a", work), turnOf("a", work), turnOf("b", work)]
    for (let n = 0; n < 3; n++) {
      await settled()
      expect(most()).toBe(2)
      release()
    }
    await Promise.all(all)
  })

  it("continue after a failure, and too many of one key are refused", async () => {
    const turnOf = createKeyedMutex(1, 1)
    const first = turnOf("a", () => Promise.reject(new Error("no")))
    const second = turnOf("a", async () => "yes")
    await expect(turnOf("a", async () => "no")).rejects.toBeInstanceOf(Refusal)
    await expect(first).rejects.toThrow("no")
    await expect(second).resolves.toBe("yes")
    await expect(turnOf("a", async () => "again")).resolves.toBe("again")
  })
})
