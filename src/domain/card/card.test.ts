import { randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import { cardCountOf, isCardId, newCardId } from "./card.ts"

describe("a card's identifier", () => {
  it("is 26 lower-case letters and digits", () => {
    const id = newCardId(randomBytes)
    expect(id).toMatch(/^[0-9a-z]{26}$/)
    expect(isCardId(id)).toBe(true)
  })

  it("uses every letter equally: bytes that would favor some are thrown away and drawn again", () => {
    const drawn: number[] = []
    const id = newCardId((count) => {
      drawn.push(count)
      return drawn.length === 1 ? new Uint8Array(count).fill(252) : new Uint8Array(count).fill(35)
    })
    expect(id).toBe("z".repeat(26))
    expect(drawn).toHaveLength(2)
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 256; byte++) {
      let given = false
      const letter = newCardId((count) => {
        if (given) return new Uint8Array(count)
        given = true
        return new Uint8Array(count).fill(byte)
      }).charAt(0)
      if (byte < 252) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    expect(new Set(counts.values())).toEqual(new Set([7]))
  })

  it.each(["", "ABC", "a-b", "a/b", "../x", "a".repeat(27), "ä", "a\n"])("%j is none", (text) => {
    expect(isCardId(text)).toBe(false)
  })
})

describe("a number of new cards", () => {
  it.each([
    ["1", 1],
    [" 1000 ", 1000],
    ["1,000", 1000],
    ["007", 7],
    ["３０", 30],
  ])("is read from %j", (typed, count) => {
    expect(cardCountOf(typed)).toBe(count)
  })

  it.each([
    "",
    " ",
    "0",
    "1001",
    "-1",
    "+1",
    "1.5",
    "1e2",
    "0x3",
    "0b1",
    "Infinity",
    "1 0",
    "1,00",
    ",100",
    "10,000",
    "ten",
  ])("%j is none", (typed) => {
    expect(cardCountOf(typed)).toBeNull()
  })
})
