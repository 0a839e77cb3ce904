import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { signIn } from "../../../../tests/support/people.ts"
import { readVcard } from "../../../../tests/support/vcard-reader.ts"
import type { Insights } from "../../../api/insights.ts"
import { MEASURES } from "../../../domain/insights/insights.ts"
import { fillDemo } from "./demo.ts"
import { DEMO_ADMIN, DEMO_PEOPLE } from "./people.ts"

let test: TestApp
let lines: string
beforeAll(async () => {
  test = await testApp()
  lines = (await fillDemo(test.services)).join("\n")
})
afterAll(() => test.close())

const passwordIn = (text: string): string => /shown once\): {2}(\S+)/.exec(text)?.[1] ?? ""

describe("the demonstration", () => {
  it("shows three profiles with a photo and a contact card", async () => {
    for (const { username, profile } of DEMO_PEOPLE) {
      const response = await test.app.request(`/api/profiles/${username}`)
      const shown = ((await response.json()) as { profile: { full_name: string; profile_picture: string } }).profile
      expect(shown).toMatchObject(profile)
      expect((await test.app.request(shown.profile_picture)).status).toBe(200)
      const card = readVcard(new Uint8Array(await (await test.app.request(`/${username}.vcf`)).arrayBuffer()))
      expect(card.some(({ name }) => name === "PHOTO")).toBe(true)
    }
  })

  it("prints one random password, with which the administrator and the people sign in", async () => {
    const password = passwordIn(lines)
    expect(password).toMatch(/^[\w-]{20}$/)
    const { headers } = await signIn(test, DEMO_ADMIN.email, password)
    const me = (await (await test.app.request("/api/me", { headers })).json()) as { roles: string[] }
    expect(me.roles.sort()).toEqual(["admin", "user"])
    await signIn(test, DEMO_PEOPLE[0]?.email ?? "", password)
    expect(JSON.stringify(test.logged)).not.toContain(password)
  })

  it("has five cards, two of them activated", async () => {
    const ids = [...lines.matchAll(/\/card\/([0-9a-z]{26})/g)].map(([, id]) => id ?? "")
    const cards = await Promise.all(ids.map((id) => test.services.cards.find(id)))
    expect(cards.map((card) => card?.activation_status)).toEqual([
      ...["activated", "activated"],
      ...["pending", "pending", "pending"],
    ])
  })

  it("has half a year of history", async () => {
    const { headers } = await signIn(test, DEMO_PEOPLE[0]?.email ?? "", passwordIn(lines))
    const answer = await test.app.request("/api/insights?days=90", { headers })
    const { totals, before, places, per_day } = (await answer.json()) as Insights
    for (const counted of [totals, before])
      for (const measure of MEASURES) expect(counted?.[measure]).toBeGreaterThan(20)
    expect(totals.views).toBeGreaterThan(totals.taps)
    expect(totals.taps).toBeGreaterThan(totals.saves)
    expect(places.top).toHaveLength(8)
    expect(per_day.filter(({ views }) => views > 0).length).toBeGreaterThan(80)
  })

  it("changes nothing when run again, and says so", async () => {
    const again = (await fillDemo(test.services)).join("\n")
    expect(again).toContain("Passwords are unchanged")
    expect(passwordIn(again)).toBe("")
    expect(again.match(/already existed, unchanged/g)).toHaveLength(4)
    expect(await test.services.cards.count()).toBe(5)
    await signIn(test, DEMO_ADMIN.email, passwordIn(lines))
  })
})
