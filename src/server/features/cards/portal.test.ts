// Cards in the portal and in their owner's hands, over HTTP: orders, lists, searches, and every act on a card.
import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { activation, cardAct } from "../../../../tests/support/acts.ts"
import { ORIGIN, type TestApp, testApp } from "../../../../tests/support/app.ts"
import { doAct, type Person, postJson, signUp, signUpAndVerify } from "../../../../tests/support/people.ts"
import type { CardBatch, CardPage, CardUrl, OwnCardPage } from "../../../api/cards.ts"
import { CARD } from "../../../domain/card/card-messages.ts"
import { CARDS_PER_PAGE } from "../../../domain/limits.ts"
import { user_roles } from "../../platform/db/auth-schema.ts"
import { audit, card_urls, profiles } from "../../platform/db/schema.ts"

let site: TestApp
let root: Person
let mika: Person
let ren: Person

beforeAll(async () => {
  site = await testApp()
  root = await signUpAndVerify(site, { username: "root-person", full_name: "Ada Admin" })
  mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Tanaka" })
  ren = await signUpAndVerify(site, { username: "ren_sato", full_name: '=HYPERLINK("x"), 50% "Ren"' })
  await db().insert(user_roles).values({ user_id: root.user_id, role: "admin" })
})
afterAll(() => site.close())
beforeEach(() => site.advance(1000))

const db = () => site.services.database.db
const now = () => site.services.clock()
const get = (path: string, person: Person = root) =>
  Promise.resolve(site.app.request(path, { headers: person.headers }))
const page = async (query = ""): Promise<CardPage> => (await get(`/api/admin/cards${query}`)).json()
const search = async (q: string, more = "") => (await page(`?q=${encodeURIComponent(q)}${more}`)).cards
const order = (count: unknown, batch: unknown = randomUUID(), person = root) =>
  postJson(site, "/api/admin/cards", { batch, count }, person.headers)
const make = async (count: number): Promise<CardBatch> => (await order(count)).json()
const newCard = async (owner?: Person): Promise<string> => {
  const card = await site.services.cards.generate(now())
  if (owner) await site.services.cards.linkPending(card, owner.user_id, now())
  return card
}
const act = (card: string, what: string, person = root, body: unknown = {}) =>
  doAct(site, cardAct(person === root ? "admin" : "account", card, what), body, person.headers)
const rowOf = async (card: string) => site.services.cards.find(card)
const trace = async (card: string) =>
  (await db().select().from(audit).where(eq(audit.subject_id, card)).orderBy(audit.id)).map(
    ({ actor_id, action, detail }) => ({ actor_id, action, detail }),
  )

describe("an order", () => {
  test("makes a thousand cards: all different, of 26 letters and digits each", async () => {
    const answer = await order(1000)
    const text = await answer.text()
    expect(text.length).toBeLessThan(100_000)
    const { card_ids } = JSON.parse(text) as CardBatch
    expect(card_ids).toHaveLength(1000)
    expect(new Set(card_ids).size).toBe(1000)
    for (const id of card_ids) expect(id).toMatch(/^[0-9a-z]{26}$/)
    // Every letter and digit occurs, about equally often: 26 000 draws of 36, 722 each; six standard deviations are 159.
    const counts = new Map<string, number>()
    for (const letter of card_ids.join("")) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(36)
    for (const times of counts.values()) expect(Math.abs(times - 26_000 / 36)).toBeLessThan(159)
    expect(26 * Math.log2(36)).toBeGreaterThan(134)
  })

  test("sent twice makes its cards once, one after the other and twenty at the same time", async () => {
    const batch = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => order(n % 2 ? 7 : 3, batch)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(bodies).size).toBe(1)
    expect(await (await order(7, batch)).text()).toBe(bodies[0])
    const rows = await db().select().from(card_urls).where(eq(card_urls.batch_id, batch))
    expect([3, 7]).toContain(rows.length)
    expect(rows.every((row) => row.activation_status === "pending" && row.user_id === null)).toBe(true)
    const traces = (await db().select().from(audit)).filter(({ detail }) => detail.batch === batch)
    expect(traces).toMatchObject([{ actor_id: root.user_id, action: "card.generated", detail: { count: rows.length } }])
  })

  test.each([0, 1001, -1, 1.5, "3", null, "a"])("of %j cards is refused", async (count) => {
    const answer = await order(count)
    expect(answer.status).toBe(422)
    expect((await answer.json()).error.fields).toEqual({ count: "Enter a number from 1 to 1,000" })
  })

  test.each(["", "x", null, 5, `${randomUUID()}x`])("under the name %j is refused", async (batch) => {
    expect((await order(1, batch)).status).toBe(422)
  })

  test("can be asked for again by its name, as identifiers and as a table", async () => {
    const { batch, card_ids } = await make(3)
    const again = await get(`/api/admin/card-batches/${batch}`)
    expect(await again.json()).toEqual({ batch, card_ids })
    await site.services.cards.linkPending(card_ids[1] ?? "", ren.user_id, now())
    const answer = await get(`/api/admin/card-batches/${batch}/csv`)
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present")
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="cards.csv"')
    expect(answer.headers.get("cache-control")).toBe("no-store")
    const at = now().toISOString()
    expect(await answer.text()).toBe(
      [
        "card_id,url,activation_status,username,full_name,created_at,activated_at,lost_at",
        `${card_ids[0]},${ORIGIN}/card/${card_ids[0]},pending,,,${at},,`,
        `${card_ids[1]},${ORIGIN}/card/${card_ids[1]},activated,ren_sato,"'=HYPERLINK(""x""), 50% ""Ren""",${at},${at},`,
        `${card_ids[2]},${ORIGIN}/card/${card_ids[2]},pending,,,${at},,`,
        "",
      ].join("\r\n"),
    )
  })

  test.each([randomUUID(), "x", "%00"])("that does not exist is not found: %s", async (batch) => {
    for (const path of [`/api/admin/card-batches/${batch}`, `/api/admin/card-batches/${batch}/csv`])
      expect((await get(path)).status).toBe(404)
  })
})

describe("the list", () => {
  test("holds every card once, newest first, page by page", async () => {
    await make(CARDS_PER_PAGE + 5)
    const all = await db().select().from(card_urls)
    const seen: CardUrl[] = []
    let next: string | null = ""
    for (let pages = 0; next !== null && pages < 100; pages += 1) {
      const answer: CardPage = await page(next === "" ? "" : `?cursor=${next}`)
      if (answer.next !== null) expect(answer.cards).toHaveLength(CARDS_PER_PAGE)
      seen.push(...answer.cards)
      next = answer.next
    }
    expect(seen).toHaveLength(all.length)
    expect(new Set(seen.map(({ card_id }) => card_id)).size).toBe(all.length)
    const times = seen.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().reverse())
  })

  test("shows of a card exactly what an administrator needs, and is never kept", async () => {
    const card = await newCard(mika)
    const answer = await get(`/api/admin/cards?q=${card}`)
    expect(answer.headers.get("cache-control")).toBe("no-store")
    expect(await answer.json()).toEqual({
      cards: [
        {
          card_id: card,
          activation_status: "activated",
          user_id: mika.user_id,
          username: "mika",
          full_name: "Mika Tanaka",
          created_at: now().toISOString(),
          activated_at: now().toISOString(),
          lost_at: null,
          batch_id: null,
        },
      ],
      next: null,
    })
  })

  test("is narrowed to what is pending, activated or lost", async () => {
    const [pending, activated, lost] = [await newCard(), await newCard(mika), await newCard(mika)]
    await act(lost, "lost")
    const ids = async (status: string) => (await page(`?status=${status}`)).cards.map(({ card_id }) => card_id)
    const shown = { pending: await ids("pending"), activated: await ids("activated"), lost: await ids("lost") }
    expect([shown.pending.includes(pending), shown.activated.includes(pending), shown.lost.includes(pending)]).toEqual([
      true,
      false,
      false,
    ])
    expect([shown.pending.includes(activated), shown.activated.includes(activated)]).toEqual([false, true])
    expect([shown.activated.includes(lost), shown.lost.includes(lost)]).toEqual([true, true])
    expect((await search(activated, "&status=pending")).length).toBe(0)
  })

  test("is searched by any piece of a card_id, by its whole address, by username and by name", async () => {
    const card = await newCard(mika)
    const ids = async (q: string) => (await search(q)).map(({ card_id }) => card_id)
    for (const q of [
      card,
      card.slice(0, 9),
      card.slice(8, 20),
      card.toUpperCase(),
      `${ORIGIN}/card/${card}`,
      ` ${card} `,
    ])
      expect(await ids(q)).toEqual([card])
    for (const q of ["mika", "MIK", "@mika"]) expect(await ids(q)).toContain(card)
    for (const q of ["Tanaka", "ka tan"]) {
      const found = await search(q)
      expect(found.map(({ card_id }) => card_id)).toContain(card)
      expect(new Set(found.map(({ username }) => username))).toEqual(new Set(["mika"]))
    }
    expect(await ids("mika@example.com")).toEqual([])
    expect(await ids("zzzzzzz")).toEqual([])
  })

  test("goes on through every card that matches, each once, however many or few they are", async () => {
    const [oldest] = [await newCard(ren)]
    site.advance(1000)
    await make(1000)
    await make(30)
    const rows = await db().select().from(card_urls).leftJoin(profiles, eq(profiles.id, card_urls.user_id))
    for (const q of ["a", "7z", "%", "50%", "ren", "x1k", "sato", "mika", "nothing-at-all"]) {
      const hits = rows.filter(({ card_urls: { card_id }, profiles: person }) =>
        [card_id, `${person?.username}\n${person?.full_name}`].some((text) => text.toLowerCase().includes(q)),
      )
      const seen: string[] = []
      let next: string | null = ""
      for (let pages = 0; next !== null && pages < 100; pages += 1) {
        const answer: CardPage = await page(`?${new URLSearchParams({ q, cursor: next })}`)
        seen.push(...answer.cards.map(({ card_id }) => card_id))
        next = answer.next
      }
      expect([q, seen.toSorted()]).toEqual([q, hits.map((row) => row.card_urls.card_id).toSorted()])
    }
    // Among the cards that one page looks through are none, but more to come.
    expect(await page("?q=%25")).toEqual({ cards: [], next: expect.any(String) })
    expect((await search("ren_")).map(({ card_id }) => card_id)).toContain(oldest)
  })

  test("takes % _ ' and \\ for themselves", async () => {
    await newCard(mika)
    const card = await newCard(ren)
    const names = async (q: string) => new Set((await search(q)).map(({ username }) => username))
    for (const q of ["%", "_", "n_s", "50%", '"ren"']) expect(await names(q)).toEqual(new Set(["ren_sato"]))
    expect((await search("n_s")).map(({ card_id }) => card_id)).toContain(card)
    for (const q of ["m%a", "m_ka", "mi__", "'", "\\", "\\%", "mik'", "' or 1=1 --", "%%%", "__", "\\\\"])
      expect([q, await search(q)]).toEqual([q, []])
    for (const raw of ["q=%00%00", "q=%ff%fe", "q=%", "q[]=x", "q=a&q=b", "__proto__=x"])
      expect((await get(`/api/admin/cards?${raw}`)).status).toBe(200)
  })

  test.each(["status=all", "status=constructor", `q=${"x".repeat(300)}`])(
    "refuses ?%s in plain words",
    async (query) => {
      const answer = await get(`/api/admin/cards?${query}`)
      expect([answer.status, (await answer.json()).error.code]).toEqual([422, "validation_failed"])
    },
  )
})

describe("unlinking", () => {
  test.each(["the administrator", "the owner"])(
    "by %s makes a card pending without an owner, and leaves an audit entry",
    async (who) => {
      const card = await newCard(mika)
      const person = who === "the owner" ? mika : root
      expect((await act(card, "unlink", person)).status).toBe(200)
      expect(await rowOf(card)).toMatchObject({ activation_status: "pending", user_id: null, activated_at: null })
      expect((await trace(card)).at(-1)).toEqual({
        actor_id: person.user_id,
        action: "card.unlinked",
        detail: { by: who === "the owner" ? "owner" : "administrator" },
      })
      expect((await act(card, "unlink")).status).toBe(409)
      // Now anyone may activate it again.
      const taken = await doAct(site, activation(card), {}, ren.headers)
      expect(await taken.json()).toEqual({ username: "ren_sato" })
    },
  )
})

describe("another person's card", () => {
  test("answers its owner's acts like one that does not exist, and stays as it is", async () => {
    const card = await newCard(mika)
    const before = await rowOf(card)
    for (const what of ["unlink", "lost", "found"]) {
      const [foreign, unknown] = [await act(card, what, ren), await act("nosuchcard", what, ren)]
      expect([foreign.status, unknown.status]).toEqual([404, 404])
      const text = await foreign.text()
      expect(text).toBe(await unknown.text())
      expect(JSON.parse(text).error).toEqual({ code: "card_not_found", message: CARD.unknown })
    }
    expect(await rowOf(card)).toEqual(before)
    expect(await trace(card)).toHaveLength(1)
  })

  test("is not in the list of your own cards, and neither is a pending one", async () => {
    const person = await signUpAndVerify(site)
    const [mine, older] = [await newCard(person), await newCard(person)]
    site.advance(1000)
    await newCard(mika)
    await newCard()
    await act(mine, "lost", person)
    const answer = await get("/api/account/cards", person)
    const { cards, next } = (await answer.json()) as OwnCardPage
    expect(next).toBeNull()
    expect(cards.map(({ card_id }) => card_id).sort()).toEqual([mine, older].sort())
    expect(cards.find(({ card_id }) => card_id === mine)).toEqual({
      card_id: mine,
      profile_id: person.user_id,
      nickname: "",
      activated_at: expect.stringMatching(/Z$/),
      lost_at: now().toISOString(),
    })
  })
})

test("more cards than a page holds are listed for their owner too", async () => {
  const person = await signUpAndVerify(site)
  const { card_ids } = await make(CARDS_PER_PAGE + 3)
  for (const card of card_ids) await site.services.cards.linkPending(card, person.user_id, now())
  const first = (await (await get("/api/account/cards", person)).json()) as OwnCardPage
  const second = (await (await get(`/api/account/cards?cursor=${first.next}`, person)).json()) as OwnCardPage
  expect([first.cards.length, second.cards.length, second.next]).toEqual([CARDS_PER_PAGE, 3, null])
  expect(new Set([...first.cards, ...second.cards].map(({ card_id }) => card_id))).toEqual(new Set(card_ids))
})

describe("a lost card", () => {
  const open = async (card: string) => {
    const answer = await site.app.request(`/card/${card}`)
    return { status: answer.status, cache: answer.headers.get("cache-control"), html: await answer.text() }
  }

  test("shows a page that says only that it is not in use, until it is found", async () => {
    const card = await newCard(mika)
    expect((await act(card, "lost", mika)).status).toBe(200)
    const { status, cache, html } = await open(card)
    expect([status, cache]).toEqual([404, "no-store"])
    expect(html).toContain(CARD.notInUse)
    expect(html).not.toMatch(/mika|Tanaka|lost|activated/i)
    expect(await (await site.app.request(`/api/cards/${card}`)).json()).toEqual({ in_use: false })
    expect((await act(card, "lost", mika)).status).toBe(409)
    expect((await act(card, "found", mika)).status).toBe(200)
    expect((await site.app.request(`/card/${card}`)).headers.get("location")).toBe("/mika")
    expect((await trace(card)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ["card.activated", mika.user_id],
      ["card.lost", mika.user_id],
      ["card.found", mika.user_id],
    ])
  })

  test("cannot be activated by anyone, whether it was pending or is unlinked later", async () => {
    const [pending, unlinked] = [await newCard(), await newCard(mika)]
    await act(pending, "lost")
    await act(unlinked, "lost", mika)
    await act(unlinked, "unlink", mika)
    for (const card of [pending, unlinked]) {
      for (const person of [mika, ren]) {
        const answer = await doAct(site, activation(card), {}, person.headers)
        expect([answer.status, (await answer.json()).error.code]).toEqual([409, "card_not_in_use"])
      }
      expect(await rowOf(card)).toMatchObject({ activation_status: "pending", user_id: null })
      expect((await open(card)).html).toContain(CARD.notInUse)
      expect((await act(card, "found")).status).toBe(200)
      expect((await site.app.request(`/card/${card}`)).status).toBe(200)
    }
  })

  test("tells its owner too that it is not in use", async () => {
    const card = await newCard(mika)
    await act(card, "lost")
    const answer = await doAct(site, activation(card), {}, mika.headers)
    expect([answer.status, (await answer.json()).error]).toEqual([
      409,
      { code: "card_not_in_use", message: CARD.failed },
    ])
    expect((await rowOf(card))?.user_id).toBe(mika.user_id)
  })
})

describe("reassigning", () => {
  const reassign = (card: string, username: unknown, from: unknown = mika.user_id) =>
    act(card, "reassign", root, { username, from })

  test("gives an activated card to another active account, and leaves an audit entry that names both", async () => {
    const card = await newCard(mika)
    expect((await reassign(card, " @Ren_Sato ")).status).toBe(200)
    expect(await rowOf(card)).toMatchObject({ activation_status: "activated", user_id: ren.user_id })
    expect((await site.app.request(`/card/${card}`)).headers.get("location")).toBe("/ren_sato")
    expect((await trace(card)).at(-1)).toEqual({
      actor_id: root.user_id,
      action: "card.reassigned",
      detail: { from: mika.user_id, to: ren.user_id },
    })
  })

  test("takes over a card whose owner's account is gone", async () => {
    const owner = await signUpAndVerify(site)
    const card = await newCard(owner)
    await site.services.database.pool.query("delete from users where id = $1", [owner.user_id])
    expect(await rowOf(card)).toMatchObject({ activation_status: "activated", user_id: null })
    expect((await reassign(card, "mika", null)).status).toBe(200)
    expect((await rowOf(card))?.user_id).toBe(mika.user_id)
  })

  test("is refused for a card that is pending, or that has another owner by now", async () => {
    expect((await reassign(await newCard(), "ren_sato", null)).status).toBe(409)
    const card = await newCard(ren)
    expect((await reassign(card, "root-person")).status).toBe(409)
    expect((await rowOf(card))?.user_id).toBe(ren.user_id)
    expect((await reassign("nosuchcard", "ren_sato")).status).toBe(404)
  })

  test("is refused beside the field for an unknown name, an unconfirmed or deactivated account, and the same person", async () => {
    const unconfirmed = await signUp(site)
    const gone = await signUpAndVerify(site)
    await db().update(profiles).set({ deleted_at: now() }).where(eq(profiles.id, gone.user_id))
    const card = await newCard(mika)
    for (const [username, sentence] of [
      ["nobody-here", CARD.otherUser],
      ["", CARD.otherUser],
      ["%", CARD.otherUser],
      [5, CARD.otherUser],
      [unconfirmed.username, CARD.otherUser],
      [gone.username, CARD.otherUser],
      ["mika", CARD.sameUser],
    ]) {
      const answer = await reassign(card, username)
      expect([answer.status, (await answer.json()).error.fields]).toEqual([422, { username: sentence }])
    }
    expect((await rowOf(card))?.user_id).toBe(mika.user_id)
  })
})
