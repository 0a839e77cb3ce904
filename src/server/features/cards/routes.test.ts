// Cards over HTTP: what a tap answers, what the API says, and who gets a card that two want.
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { activation } from "../../../../tests/support/acts.ts"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { doAct, fromIp, type Person, signUp, signUpAndVerify } from "../../../../tests/support/people.ts"
import { BUDGET } from "../../../domain/budgets.ts"
import { CARD } from "../../../domain/card/card-messages.ts"
import { PROFILE } from "../../../domain/messages.ts"
import { card_taps, profiles } from "../../platform/db/schema.ts"

const PHONE = { "user-agent": "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1" }

let site: TestApp
let mika: Person
let ren: Person
let card: string

beforeAll(async () => {
  site = await testApp()
  mika = await signUpAndVerify(site, { username: "mika" })
  ren = await signUpAndVerify(site, { username: "ren" })
})
afterAll(() => site.close())
beforeEach(async () => {
  card = await site.services.cards.generate(site.services.clock())
})

const get = async (path: string, init: RequestInit = {}, ip = "192.0.2.7") =>
  site.app.request(path, { headers: PHONE, ...init }, fromIp(ip))
const activate = (person: Person, cardId = card) => doAct(site, activation(cardId), {}, person.headers)
const rowOf = async (cardId = card) => site.services.cards.find(cardId)
const db = () => site.services.database.db

describe("the address of an activated card", () => {
  test("leads to the profile at once, is never kept, and has no body", async () => {
    await activate(mika)
    for (const method of ["GET", "HEAD"]) {
      const answer = await get(`/card/${card}`, { method })
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/mika"])
      expect(answer.headers.get("cache-control")).toBe("no-store")
      expect(await answer.text()).toBe("")
      expect(answer.headers.get("set-cookie")).toBeNull()
    }
  })

  test("follows the name of its owner", async () => {
    const person = await signUpAndVerify(site)
    await activate(person)
    await db().update(profiles).set({ username: "renamed" }).where(eq(profiles.id, person.user_id))
    expect((await get(`/card/${card}`)).headers.get("location")).toBe("/renamed")
  })

  test("says only that the profile is unavailable while its owner's account is deactivated, and works again afterwards", async () => {
    const owner = await signUpAndVerify(site)
    await activate(owner)
    const set = (deleted_at: Date | null) =>
      db()
        .update(profiles)
        .set({ deleted_at, deletion_scheduled_at: deleted_at && new Date(deleted_at.getTime() + 1000) })
        .where(eq(profiles.id, owner.user_id))
    await set(site.services.clock())
    const answer = await get(`/card/${card}`)
    expect(answer.status).toBe(404)
    expect(answer.headers.get("cache-control")).toBe("no-store")
    const html = await answer.text()
    expect(html).toContain(PROFILE.unavailable)
    expect(html).not.toContain(owner.username)
    expect(await (await get(`/api/cards/${card}`)).json()).toEqual({ activation_status: "activated" })
    expect((await activate(mika)).status).toBe(409)
    await set(null)
    expect((await get(`/card/${card}`)).status).toBe(302)
  })

  test("shows no profile whose address is not confirmed", async () => {
    const { user_id } = await signUp(site)
    await site.services.cards.linkPending(card, user_id, site.services.clock())
    expect((await get(`/card/${card}`)).status).toBe(404)
  })
})

describe("the address of a card that is pending", () => {
  test("shows the application's page, which is never kept", async () => {
    const answer = await get(`/card/${card}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get("cache-control")).toBe("no-store")
    expect(await answer.text()).toContain("Checking your card...")
  })

  test("activates nothing, no matter who opens it and how", async () => {
    const headers = { ...PHONE, ...mika.headers }
    for (const method of ["GET", "HEAD", "OPTIONS"])
      for (const path of [`/card/${card}`, `/card/${card}.data`, `/api/cards/${card}`, `/api/cards/${card}/activation`])
        expect((await get(path, { method, headers })).status).toBeLessThan(500)
    expect(await rowOf()).toMatchObject({ activation_status: "pending", user_id: null, activated_at: null })
  })

  test("activates nothing by a form of another site", async () => {
    const headers = { ...mika.headers, origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    const answer = await site.app.request(`/api/cards/${card}/activation`, { method: "PUT", headers })
    expect(answer.status).toBe(403)
    expect((await rowOf())?.activation_status).toBe("pending")
  })
})

test.each(["nosuchcard", "x".repeat(27), "x".repeat(3000), "ABC", "a b", "%00", "%E0%A4", "..%2f", "a.data", "<b>"])(
  "no card %j: the error page, and an error of the API",
  async (id) => {
    const page = await get(`/card/${id}`)
    expect(page.status).toBe(404)
    if (!id.endsWith(".data") && id !== "%E0%A4") {
      expect(await page.text()).toContain(CARD.failed)
      expect(page.headers.get("cache-control")).toBe("no-store")
    }
    const answer = await get(`/api/cards/${id}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ error: { code: "card_not_found", message: CARD.failed } })
    const act = await activate(mika, id)
    expect([act.status, (await act.json()).error.code]).toEqual([404, "card_not_found"])
  },
)

test("an address without any card id is the error page too", async () => {
  const answer = await get("/card")
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain(CARD.failedTitle)
  expect((await get("/card/")).headers.get("location")).toBe("/card")
})

describe("activation", () => {
  test("tells the username, and the same again to the same person", async () => {
    for (let time = 0; time < 2; time += 1) {
      const answer = await activate(mika)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({ username: "mika" })
      expect(answer.headers.get("cache-control")).toBe("no-store")
    }
    expect(await (await get(`/api/cards/${card}`)).json()).toEqual({ activation_status: "activated", username: "mika" })
  })

  test("is refused to the second person, with a code of its own", async () => {
    await activate(mika)
    const answer = await activate(ren)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toEqual({ error: { code: "card_already_activated", message: CARD.failed } })
    expect((await rowOf())?.user_id).toBe(mika.user_id)
  })

  test("is refused to people without a profile", async () => {
    const person = await signUpAndVerify(site)
    await db().delete(profiles).where(eq(profiles.id, person.user_id))
    const answer = await activate(person)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toEqual({ error: { code: "profile_missing", message: CARD.failed } })
    expect((await rowOf())?.activation_status).toBe("pending")
  })

  test("fifty at the same time by two people, ten times: one owner, and a plain answer for everyone", async () => {
    for (let round = 0; round < 10; round += 1) {
      const cardId = await site.services.cards.generate(site.services.clock())
      const people = Array.from({ length: 50 }, (_, n) => (n % 2 === round % 2 ? mika : ren))
      const answers = await Promise.all(people.map((person) => activate(person, cardId)))
      const owner = (await rowOf(cardId))?.user_id
      expect([mika.user_id, ren.user_id]).toContain(owner)
      const expected = people.map(({ user_id }) => (user_id === owner ? 200 : 409))
      expect(answers.map(({ status }) => status)).toEqual(expected)
    }
  })

  test("is lost to an account that is deactivated in the meantime", async () => {
    const person = await signUpAndVerify(site)
    const { cards, clock } = site.services
    await db().update(profiles).set({ deleted_at: clock() }).where(eq(profiles.id, person.user_id))
    await expect(cards.activate(card, person.user_id, clock())).rejects.toMatchObject({ code: "account_deactivated" })
    expect((await rowOf())?.activation_status).toBe("pending")
  })
})

test("the state of cards is not told without end to one address", async () => {
  const ask = async () => (await get(`/api/cards/${card}`, {}, "203.0.113.9")).status
  for (let n = 0; n < BUDGET.cardLookupPerIp.max; n += 1) expect(await ask()).toBe(200)
  expect(await ask()).toBe(429)
  expect((await get(`/api/cards/${card}`)).status).toBe(200)
})

describe("a tap", () => {
  const taps = () => db().select().from(card_taps).where(eq(card_taps.card_id, card))

  test("is counted with time, card and profile, and nothing else", async () => {
    await activate(mika)
    await get(`/card/${card}`)
    await expect.poll(taps).toHaveLength(1)
    const [row] = await taps()
    const { clock } = site.services
    const place = { city: "", state: "", country: "" }
    expect(row).toEqual({ id: row?.id, card_id: card, profile_id: mika.user_id, tapped_at: clock(), ...place })
  })

  test("is not a look ahead, a preview, a HEAD, or a card that leads nowhere", async () => {
    await get(`/card/${card}`)
    await activate(mika)
    await get(`/card/${card}`, { method: "HEAD" })
    await get(`/card/${card}`, { headers: { ...PHONE, "sec-purpose": "prefetch" } })
    await get(`/card/${card}`, { headers: { "user-agent": "Twitterbot/1.0" } })
    await get(`/card/${card}`)
    await expect.poll(taps).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await taps()).toHaveLength(1)
  })

  test("beyond the limit of its address leads on, uncounted", async () => {
    await activate(mika)
    const tries = BUDGET.tapPerIp.max + 5
    for (let n = 0; n < tries; n += 1) expect((await get(`/card/${card}`, {}, "203.0.113.20")).status).toBe(302)
    await expect.poll(taps).toHaveLength(BUDGET.tapPerIp.max)
    expect(site.logged.filter(({ level }) => level === "error")).toEqual([])
  })
})
