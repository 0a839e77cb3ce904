import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { signUp } from "../../../../tests/support/people.ts"

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
afterAll(() => test.close())

describe("a card", () => {
  it("is pending and has no owner until it is activated", async () => {
    const { cards, clock } = test.services
    const cardId = await cards.generate(clock())
    expect(await cards.find(cardId)).toMatchObject({ card_id: cardId, activation_status: "pending", user_id: null })
    const { user_id } = await signUp(test)
    test.advance(1000)
    expect(await cards.linkPending(cardId, user_id, clock())).toBe(true)
    expect(await cards.find(cardId)).toMatchObject({ activation_status: "activated", user_id, activated_at: clock() })
  })

  it("is activated once: of fifty at the same time one wins, and keeps it", async () => {
    const { cards, clock } = test.services
    const people = [await signUp(test), await signUp(test)]
    const cardId = await cards.generate(clock())
    const tries = Array.from({ length: 50 }, (_, n) => people[n % 2]?.user_id ?? "")
    const won = await Promise.all(tries.map((userId) => cards.linkPending(cardId, userId, clock())))
    expect(won.filter(Boolean)).toHaveLength(1)
    expect((await cards.find(cardId))?.user_id).toBe(tries[won.indexOf(true)])
  })

  it.each(["", "nosuchcard", "a\0b", "' or 1=1", "x".repeat(5000)])("%j is none", async (cardId) => {
    const { cards, clock } = test.services
    const { user_id } = await signUp(test)
    expect(await cards.find(cardId)).toBeNull()
    expect(await cards.linkPending(cardId, user_id, clock())).toBe(false)
  })
})
