// Which card a visitor tapped before they left their details: what the owner and the giver see, and what no one can choose or find out.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { newestLink } from "../../../../tests/support/mailbox.ts"
import { fromIp, type Person, postJson, signUpAndVerify } from "../../../../tests/support/people.ts"
import { TAP_REMEMBERED_MS, TAPS_REMEMBERED_MAX } from "../../../domain/limits.ts"
import { createRecentTaps } from "../cards/recent-taps.ts"

const PHONE = { "user-agent": "Mozilla/5.0 (iPhone) Mobile Safari/604.1" }
const ADA = { name: "Ada Lovelace", phone: "+1 555 0100" }

let site: TestApp
let mika: Person
let card: string
let number = 0
let visits = 0
let ip: string

beforeAll(async () => {
  site = await testApp()
  mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Sato" })
  const now = site.services.clock()
  card = await site.services.cards.generate(now)
  await site.services.cards.linkPending(card, mika.user_id, now)
})
afterAll(() => site.close())
beforeEach(() => {
  number++
  ip = `203.0.113.${number}`
  site.advance(1000)
})

const tap = async (from = ip, headers: Record<string, string> = PHONE) => {
  const answer = await site.app.request(`/card/${card}`, { headers }, fromIp(from))
  expect([answer.status, answer.headers.get("location"), answer.headers.get("set-cookie")]).toEqual([
    302,
    "/mika",
    null,
  ])
  await site.services.cards.taps.settled()
}
const leave = async (fields: Record<string, string> = {}, from = ip, headers: Record<string, string> = PHONE) => {
  // Never the same twice: that would be one visit.
  const body = new URLSearchParams({ ...ADA, message: `Visit ${++visits}`, ...fields })
  const answer = await site.app.request("/exchange/mika", { method: "POST", headers, body }, fromIp(from))
  expect(answer.status).toBe(200)
}
const ask = (path: string, { headers } = mika) => site.app.request(path, { headers })
const newest = async () => (await (await ask("/api/people")).json()).people[0]
const detail = async (id: string) => (await (await ask(`/api/people/${id}`)).json()).person
const tapped = async () => (await newest()).tapped_card

describe("the card that was tapped", () => {
  test("is with the person in the list, in the detail, in the table and in the owner's data", async () => {
    await site.services.cards.setNickname(mika.user_id, card, "Wallet")
    await tap()
    await leave()
    const listed = await newest()
    expect(listed.tapped_card).toEqual({ card_id: card, nickname: "Wallet" })
    expect((await detail(listed.id)).tapped_card).toEqual(listed.tapped_card)
    const table = await (await ask(`/api/people/export.csv?ids=${listed.id}`)).text()
    expect(table).toContain("Tapped card")
    expect(table).toContain(",Wallet,")
    await site.services.cards.setNickname(mika.user_id, card, "")
    expect(await (await ask(`/api/people/export.csv?ids=${listed.id}`)).text()).toContain(
      `,Card ending in ${card.slice(-4)},`,
    )
  })

  test("is said to the one who left the details, without its name", async () => {
    await site.services.cards.setNickname(mika.user_id, card, "Wallet")
    await tap()
    await leave({ email: "grace@example.com" })
    const token = new URL(await newestLink(site.services, "grace@example.com")).searchParams.get("token") ?? ""
    const body = new URLSearchParams({ act: "confirm", token })
    const answer = await site.app.request("/exchange/my/details", { method: "POST", body }, fromIp(ip))
    const page = await answer.text()
    expect(page).toContain("after you tapped their card")
    expect(page).not.toContain("Wallet")
    expect(page).not.toContain(card)
  })

  test("is known for members who hand over their profile, too", async () => {
    const ren = await signUpAndVerify(site, { username: "ren", full_name: "Ren Ito" })
    await tap()
    const headers = { ...ren.headers, ...PHONE }
    const given = await postJson(site, "/api/exchange/mika", { profile_id: ren.user_id }, headers, ip)
    expect(given.status).toBe(200)
    expect(await newest()).toMatchObject({ full_name: "Ren Ito", tapped_card: { card_id: card } })
  })

  test.each<[string, () => Promise<void>]>([
    ["of a visitor who tapped none", () => leave()],
    ["of another address", () => tap().then(() => leave({}, "198.51.100.9"))],
    ["of another browser", () => tap().then(() => leave({}, ip, { "user-agent": "Other" }))],
    [
      "half an hour later",
      async () => {
        await tap()
        site.advance(TAP_REMEMBERED_MS)
        await leave()
      },
    ],
    ["by a field of the form", () => leave({ card_id: card, tapped_card_id: card, tapped_card: card })],
  ])("is not known %s", async (_when, act) => {
    await act()
    expect(await tapped()).toBeNull()
  })

  test("is no longer shown to an owner who gave the card away, nor ever to its new owner", async () => {
    await tap()
    await leave()
    const { id } = await newest()
    const { pool } = site.services.database
    const kenji = await signUpAndVerify(site, { username: "kenji", full_name: "Kenji Abe" })
    await pool.query("update card_urls set user_id = $1 where card_id = $2", [kenji.user_id, card])
    expect(await tapped()).toBeNull()
    expect((await detail(id)).tapped_card).toBeNull()
    expect((await (await ask("/api/people", kenji)).json()).people).toEqual([])
    // What was remembered of a card says nothing once the card is someone else's.
    site.advance(1000)
    await leave()
    await pool.query("update card_urls set user_id = $1 where card_id = $2", [mika.user_id, card])
    expect(await tapped()).toBeNull()
    expect((await detail(id)).tapped_card).toEqual({ card_id: card, nickname: "Wallet" })
  })

  test("is gone with the card's row, and the person stays", async () => {
    const now = site.services.clock()
    const mine = card
    card = await site.services.cards.generate(now)
    await site.services.cards.linkPending(card, mika.user_id, now)
    await tap()
    await leave({ name: "Joan Clarke" })
    expect(await tapped()).toMatchObject({ card_id: card })
    await site.services.database.pool.query("delete from card_urls where card_id = $1", [card])
    expect(await newest()).toMatchObject({ full_name: "Joan Clarke", tapped_card: null })
    card = mine
  })

  test("stays when the contact is changed", async () => {
    await tap()
    await leave()
    const { id } = await newest()
    const body = JSON.stringify({ note: "Met at the door" })
    const headers = { ...mika.headers, "content-type": "application/json" }
    const saved = await site.app.request(`/api/people/${id}`, { method: "PUT", headers, body })
    expect(await saved.json()).toMatchObject({ person: { note: "Met at the door", full_name: "Ada Lovelace" } })
    expect(await tapped()).toMatchObject({ card_id: card })
  })
})

test("a flood of taps takes no more memory than its limit, and the newest are remembered", () => {
  const taps = createRecentTaps()
  const now = new Date()
  const visitor = (at: number) => ({ ip: `2001:db8::${at.toString(16)}`, headers: new Headers() }) as never
  for (let at = 0; at < TAPS_REMEMBERED_MAX + 10; at++)
    taps.remember({ card_id: `${at}`, profile_id: "mika" }, visitor(at), now)
  expect(taps.count()).toBe(TAPS_REMEMBERED_MAX)
  expect(taps.find("mika", visitor(9), now)).toBeNull()
  expect(taps.find("mika", visitor(TAPS_REMEMBERED_MAX + 9), now)).toBe(`${TAPS_REMEMBERED_MAX + 9}`)
  expect(taps.find("other", visitor(TAPS_REMEMBERED_MAX + 9), now)).toBeNull()
})
