// The races for a card on every engine: what one connection hides, ten of them show.
import { randomUUID } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../src/server/app.ts"
import { compose } from "../../src/server/compose.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { user_roles, users } from "../../src/server/platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import { audit, card_urls } from "../../src/server/platform/db/schema.ts"
import { activation, cardAct } from "../support/acts.ts"
import type { TestApp } from "../support/app.ts"
import { doAct, type Person, postJson, signUp, signUpAndVerify } from "../support/people.ts"
import { ENGINES, silent } from "./engines.ts"

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 3)
const AT_ONCE = 50

describe.each(ENGINES)("a card on the $name engine", (engine) => {
  let database: OpenDatabase
  let site: TestApp
  const now = new Date()
  beforeAll(async () => {
    await engine.start()
    database = await engine.open()
    const services = compose({
      config: readConfig({
        PUBLIC_ORIGIN: "http://meishi.test",
        DATA_DIR: join(tmpdir(), `meishi-cards-${randomUUID()}`),
        SECRET: "engines!".repeat(4),
      }),
      database,
      clock: () => now,
      log: silent,
    })
    site = { app: createApp(services, { answer: async () => new Response() } as never), services } as TestApp
  })
  afterAll(async () => {
    await database?.close()
    await engine.stop()
  })

  test(`${AT_ONCE} activations at the same time by two people, ${ROUNDS} times: one owner, and no 5xx`, async () => {
    const two = [await signUpAndVerify(site), await signUpAndVerify(site)]
    for (let round = 0; round < ROUNDS; round += 1) {
      const card = await site.services.cards.generate(now)
      const people = Array.from({ length: AT_ONCE }, (_, n) => two[(n + round) % 2])
      const answers = await Promise.all(people.map((person) => doAct(site, activation(card), {}, person?.headers)))
      const owner = (await site.services.cards.find(card))?.user_id
      expect(two.map((person) => person.user_id)).toContain(owner)
      expect(answers.map(({ status }) => status)).toEqual(
        people.map((person) => (person?.user_id === owner ? 200 : 409)),
      )
    }
  })

  test("activated by an account that is being deleted, it is refused or ends up without an owner", async () => {
    for (let round = 0; round < ROUNDS * 5; round += 1) {
      const { user_id } = await signUp(site)
      const { cards } = site.services
      const wanted = await Promise.all(Array.from({ length: 8 }, () => cards.generate(now)))
      const codes = Promise.all(
        wanted.map((card) =>
          cards.activate(card, user_id, now).then(
            () => "activated",
            (error) => error.code ?? String(error),
          ),
        ),
      )
      await database.db.delete(users).where(eq(users.id, user_id))
      for (const code of await codes) expect(["activated", "profile_missing", "account_deactivated"]).toContain(code)
      for (const card of wanted) expect((await cards.find(card))?.user_id).toBeNull()
    }
  })

  describe("of many changes to one card at the same time one wins, and none gets a 5xx:", () => {
    let root: Person
    let mika: Person
    let ren: Person
    beforeAll(async () => {
      root = await signUpAndVerify(site, { username: "root-person" })
      mika = await signUpAndVerify(site, { username: "mika" })
      ren = await signUpAndVerify(site, { username: "ren" })
      await database.db.insert(user_roles).values({ user_id: root.user_id, role: "admin" })
    })

    const mikasCard = async () => {
      const card = await site.services.cards.generate(now)
      await site.services.cards.linkPending(card, mika.user_id, now)
      return card
    }
    const asAdmin = (card: string, act: string, body: unknown = {}) =>
      doAct(site, cardAct("admin", card, act), body, root.headers)
    const asOwner = (card: string, act: string) => doAct(site, cardAct("account", card, act), {}, mika.headers)
    const atOnce = async (act: (n: number) => Promise<Response>) => {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => act(n)))
      return answers.map(({ status }) => status)
    }
    const winners = (statuses: number[]) => statuses.filter((status) => status === 200).length
    const traces = async (card: string) =>
      (await database.db.select().from(audit).where(eq(audit.subject_id, card))).map(({ action }) => action)

    test.each(["unlink", "lost", "found"])("%s, by the owner and an administrator", async (act) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const card = await mikasCard()
        if (act === "found") await asAdmin(card, "lost")
        const before = (await traces(card)).length
        const statuses = await atOnce((n) => (n % 2 ? asOwner(card, act) : asAdmin(card, act)))
        expect(winners(statuses)).toBe(1)
        expect(statuses.filter((status) => ![200, 404, 409].includes(status))).toEqual([])
        expect((await traces(card)).length).toBe(before + 1)
      }
    })

    test("reassigning to two people who both believe it is Mika's", async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const card = await mikasCard()
        const to = [ren, root]
        const statuses = await atOnce((n) =>
          asAdmin(card, "reassign", { username: to[n % 2]?.username, from: mika.user_id }),
        )
        expect(winners(statuses)).toBe(1)
        expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([])
        const owner = (await site.services.cards.find(card))?.user_id
        expect(owner).toBe(to[statuses.indexOf(200) % 2]?.user_id)
      }
    })

    test("unlinking, losing, reassigning and activating all at once leave a card that is one thing", async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const card = await mikasCard()
        const acts = [
          () => asOwner(card, "unlink"),
          () => asAdmin(card, "lost"),
          () => asAdmin(card, "reassign", { username: "ren", from: mika.user_id }),
          () => doAct(site, activation(card), {}, ren.headers),
          () => asAdmin(card, "found"),
        ]
        const statuses = await atOnce((n) => acts[n % acts.length]?.() ?? Promise.reject())
        expect(statuses.filter((status) => ![200, 404, 409].includes(status))).toEqual([])
        const row = await site.services.cards.find(card)
        const isLinked = row?.activation_status === "activated"
        expect([row?.user_id !== null, row?.activated_at !== null]).toEqual([isLinked, isLinked])
      }
    })

    test("one order of a thousand, sent twenty times in any case, makes a thousand different cards", async () => {
      const batch = randomUUID()
      const spellings = [batch, batch.toUpperCase()]
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          postJson(site, "/api/admin/cards", { batch: spellings[n % 2], count: 1000 }, root.headers).then((answer) =>
            answer.json(),
          ),
        ),
      )
      expect(answers.map((answer) => answer.batch)).toEqual(answers.map(() => batch))
      const made = answers.map(({ card_ids }) => card_ids.join())
      expect(new Set(made).size).toBe(1)
      expect(new Set(answers[0].card_ids).size).toBe(1000)
      expect(await database.db.$count(card_urls, eq(card_urls.batch_id, batch))).toBe(1000)
    })

    test("a page of the list and a search take % _ ' and \\ for themselves", async () => {
      const card = await mikasCard()
      const found = async (q: string) => {
        const { items } = await site.services.cards.list({ q, status: "", cursor: null })
        return items.map(({ card_id }) => card_id)
      }
      for (const q of [card, card.slice(3, 9), "mik"]) expect(await found(q)).toContain(card)
      for (const q of ["m%a", "m_k", "mi'", "mi\\", "%", "_", "\\"]) expect([q, await found(q)]).toEqual([q, []])
    })
  })
})
