// What an owner calls a card: for the owner alone, and only as long as the card is theirs.
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { PASSWORD, type Person, postJson, signIn, signUpAndVerify } from "../../../../tests/support/people.ts"
import { CARD } from "../../../domain/card/card-messages.ts"
import { CARD_NICKNAME_MAX } from "../../../domain/limits.ts"
import { FIELD } from "../../../domain/messages.ts"
import { user_roles } from "../../platform/db/auth-schema.ts"
import { card_urls } from "../../platform/db/schema.ts"

let site: TestApp
let mika: Person
let ren: Person
let admin: Person
let card: string

beforeAll(async () => {
  site = await testApp()
  mika = await signUpAndVerify(site, { username: "mika" })
  ren = await signUpAndVerify(site, { username: "ren" })
  admin = await signUpAndVerify(site, { username: "chief" })
  await site.services.database.db.insert(user_roles).values({ user_id: admin.user_id, role: "admin" })
})
afterAll(() => site.close())
beforeEach(async () => {
  const { cards, clock } = site.services
  card = await cards.generate(clock())
  await cards.linkPending(card, mika.user_id, clock())
})

const name = (nickname: unknown, { headers } = mika, cardId = card) =>
  site.app.request(`/api/account/cards/${cardId}/nickname`, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ nickname }),
  })
const read = async (path: string, headers: Record<string, string> = {}) =>
  (await site.app.request(path, { headers })).text()
async function nicknames({ headers } = mika): Promise<Record<string, string>> {
  const { cards } = JSON.parse(await read("/api/account/cards", headers))
  return Object.fromEntries(cards.map((each: Record<string, string>) => [each.card_id, each.nickname]))
}

test("a card has no name until its owner gives it one, and an empty one removes it", async () => {
  expect((await nicknames())[card]).toBe("")
  expect((await name("  Wallet \u202e ")).status).toBe(200)
  expect((await nicknames())[card]).toBe("Wallet")
  expect((await name("")).status).toBe(200)
  expect((await nicknames())[card]).toBe("")
})

test("a name that is too long, or no text, is refused at the field", async () => {
  for (const [nickname, sentence] of [
    ["x".repeat(CARD_NICKNAME_MAX + 1), FIELD.tooLong],
    [7, FIELD.notText],
  ]) {
    const answer = await name(nickname)
    expect([answer.status, (await answer.json()).error.fields]).toEqual([422, { nickname: sentence }])
  }
  expect((await name("名".repeat(CARD_NICKNAME_MAX))).status).toBe(200)
})

test("others cannot name it, an administrator neither, and learn nothing about it", async () => {
  await name("Wallet")
  for (const person of [ren, admin]) {
    const answer = await name("Mine", person)
    expect([answer.status, (await answer.json()).error]).toEqual([
      404,
      { code: "card_not_found", message: CARD.unknown },
    ])
    expect(await (await name("Mine", person, "nosuchcard")).json()).toMatchObject({ error: { message: CARD.unknown } })
  }
  expect((await nicknames())[card]).toBe("Wallet")
})

test("no one else reads it: not the public, not an administrator, not the audit log", async () => {
  await name("Between the lines")
  const paths = [`/api/cards/${card}`, `/card/${card}`, "/mika", "/mika.json", "/mika.vcf", "/api/profiles/mika"]
  for (const path of paths) expect(await read(path)).not.toContain("Between")
  const { card_ids, batch } = await site.services.cards.createBatch(
    admin.user_id,
    { batch: crypto.randomUUID(), count: 1 },
    site.services.clock(),
  )
  await site.services.cards.linkPending(card_ids[0] ?? "", mika.user_id, site.services.clock())
  expect((await name("Between the lines", mika, card_ids[0])).status).toBe(200)
  for (const path of [`cards?q=${card}`, "cards", `card-batches/${batch}/csv`, "audit", "users?q=mika"]) {
    const text = await read(`/api/admin/${path}`, admin.headers)
    expect(text).not.toContain("Between")
    expect(text.length).toBeGreaterThan(20)
  }
})

test("it is gone when the card changes hands", async () => {
  const { cards, clock } = site.services
  const [owner, chief] = [
    { user_id: mika.user_id, isAdmin: false },
    { user_id: admin.user_id, isAdmin: true },
  ]
  await name("Wallet")
  await cards.unlink(owner, card, clock())
  await cards.linkPending(card, ren.user_id, clock())
  expect((await nicknames(ren))[card]).toBe("")
  await name("Red one", ren)
  await cards.reassign(chief, card, { username: "mika", from: ren.user_id }, clock())
  expect((await nicknames())[card]).toBe("")
})

test("it does not outlive the account, though the card does", async () => {
  const leaver = await signUpAndVerify(site)
  const { cards, clock, database } = site.services
  const theirs = await cards.generate(clock())
  await cards.linkPending(theirs, leaver.user_id, clock())
  await name("Of someone who left", leaver, theirs)
  await postJson(site, "/api/functions/delete-user-account", { user_id: leaver.user_id }, leaver.headers)
  const { headers } = await signIn(site, leaver.email)
  expect((await postJson(site, "/api/account/deletion", { password: PASSWORD }, headers)).ok).toBe(true)
  const [row] = await database.db.select().from(card_urls).where(eq(card_urls.card_id, theirs))
  expect(row).toMatchObject({ user_id: null, nickname: "" })
})
