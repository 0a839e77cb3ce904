// One change of many cards by an administrator: what it does to each, what it leaves alone, and how often it may be done.
import { and, eq, inArray } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { type Person, postJson, signUpAndVerify } from "../../../../tests/support/people.ts"
import { BUDGET } from "../../../domain/budgets.ts"
import { CARD_BATCH_MAX, PROOF_MINUTES } from "../../../domain/limits.ts"
import { user_roles } from "../../platform/db/auth-schema.ts"
import { audit, card_urls } from "../../platform/db/schema.ts"

let site: TestApp
let admin: Person
let mika: Person
let pending: string
let activated: string

const db = () => site.services.database.db

beforeAll(async () => {
  site = await testApp()
  mika = await signUpAndVerify(site, { username: "mika" })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.advance(3_600_000)
  admin = await signUpAndVerify(site)
  await db().insert(user_roles).values({ user_id: admin.user_id, role: "admin" })
  const { cards, clock } = site.services
  pending = await cards.generate(clock())
  activated = await cards.generate(clock())
  await cards.linkPending(activated, mika.user_id, clock())
})

const change = (change: unknown, card_ids: unknown, { headers } = admin) =>
  postJson(site, "/api/admin/card-changes", { change, card_ids }, headers)
const changedBy = async (answer: Response) => ((await answer.json()).changed as string[]).sort()
const rows = (...ids: string[]) =>
  db().select().from(card_urls).where(inArray(card_urls.card_id, ids)).orderBy(card_urls.activation_status)
const acts = (action: string, ids: string[]) =>
  db()
    .select()
    .from(audit)
    .where(and(eq(audit.action, action), inArray(audit.subject_id, ids)))

test("all become lost and found again, with an audit entry for each card", async () => {
  const both = [pending, activated]
  expect(await changedBy(await change("lost", both))).toEqual([...both].sort())
  expect((await rows(...both)).map(({ lost_at }) => lost_at)).toEqual([site.services.clock(), site.services.clock()])
  const recorded = await acts("card.lost", both)
  expect(recorded.map(({ subject_id }) => subject_id).sort()).toEqual([...both].sort())
  expect(recorded[0]).toMatchObject({ actor_id: admin.user_id, detail: { by: "administrator", together: 2 } })
  expect(await changedBy(await change("found", both))).toHaveLength(2)
  expect((await rows(...both)).map(({ lost_at }) => lost_at)).toEqual([null, null])
})

test("what is already so, or unknown, is left out and not recorded", async () => {
  expect(await changedBy(await change("unlinked", [pending, activated, "nosuchcard", activated]))).toEqual([activated])
  expect(await rows(activated)).toMatchObject([
    { activation_status: "pending", user_id: null, activated_at: null, nickname: "" },
  ])
  expect(await acts("card.unlinked", [pending, "nosuchcard"])).toEqual([])
  expect(await changedBy(await change("unlinked", [activated]))).toEqual([])
})

test("a card that has another owner by now is left out, and stays theirs", async () => {
  const ren = await signUpAndVerify(site)
  const send = (change: string, owners: unknown) =>
    postJson(site, "/api/admin/card-changes", { change, card_ids: [activated, pending], owners }, admin.headers)
  for (const act of ["unlinked", "lost"]) {
    const another = { [activated]: ren.user_id }
    expect(await changedBy(await send(act, another))).toEqual(act === "lost" ? [pending] : [])
    expect(await rows(activated)).toMatchObject([{ user_id: mika.user_id, lost_at: null }])
  }
  expect(await changedBy(await send("lost", { [activated]: null, [pending]: null }))).toEqual([])
  for (const owners of ["x", ["x"], { [activated]: 3 }, { [activated]: "x" }])
    expect((await send("lost", owners)).status).toBe(422)
  // Ids are UUIDs, whose case does not matter.
  const owners = { [activated]: mika.user_id.toUpperCase(), [pending]: null, constructor: null }
  expect(await changedBy(await send("unlinked", owners))).toEqual([activated])
})

test("a lost card that is unlinked stays lost: its finder cannot activate it", async () => {
  await change("lost", [activated])
  await change("unlinked", [activated])
  expect(await site.services.cards.linkPending(activated, mika.user_id, site.services.clock())).toBe(false)
})

test.each([
  ["no cards", "lost", []],
  ["more cards than a batch has", "lost", Array.from({ length: CARD_BATCH_MAX + 1 }, (_, n) => `card${n}`)],
  ["another change", "deleted", ["nosuchcard"]],
  ["an id that is none", "lost", ["../x"]],
  ["an id that is no text", "lost", [7]],
  ["no list", "lost", "nosuchcard"],
])("%s: refused", async (_name, wanted, ids) => {
  expect((await change(wanted, ids)).status).toBe(422)
})

test("a whole batch changes at once", async () => {
  const { cards, clock } = site.services
  const { card_ids } = await cards.createBatch(
    admin.user_id,
    { batch: crypto.randomUUID(), count: CARD_BATCH_MAX },
    clock(),
  )
  expect(await changedBy(await change("lost", card_ids))).toHaveLength(CARD_BATCH_MAX)
  expect(await acts("card.lost", card_ids)).toHaveLength(CARD_BATCH_MAX)
})

test("only administrators may, after a recent proof, and not without end", async () => {
  expect((await change("lost", [pending], await signUpAndVerify(site))).status).toBe(403)
  const moderator = await signUpAndVerify(site)
  await db().insert(user_roles).values({ user_id: moderator.user_id, role: "moderator" })
  expect((await change("lost", [pending], moderator)).status).toBe(403)
  for (let n = 0; n < BUDGET.cardChangesPerAccount.max; n += 1)
    expect((await change("lost", ["nosuchcard"])).status).toBe(200)
  expect((await change("lost", [pending])).status).toBe(429)
  site.advance(PROOF_MINUTES * 60_000)
  expect(await (await change("lost", [pending])).json()).toMatchObject({ error: { code: "reauthentication_needed" } })
  expect((await rows(pending))[0]?.lost_at).toBeNull()
})
