// The races for a card on every engine: what one connection hides, ten of them show.
import { randomUUID } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../src/server/app.ts"
import { readConfig } from "../../src/server/config.ts"
import type { OpenDatabase } from "../../src/server/db/open.ts"
import { users } from "../../src/server/db/schema.ts"
import { createServices } from "../../src/server/services.ts"
import type { TestApp } from "../support/app.ts"
import { postJson, signUp, signUpAndVerify } from "../support/people.ts"
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
    const services = createServices({
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

  test(`${AT_ONCE} activations at the same time by two people, ${ROUNDS} times: one owner, and nobody meets a 5xx`, async () => {
    const two = [await signUpAndVerify(site), await signUpAndVerify(site)]
    for (let round = 0; round < ROUNDS; round += 1) {
      const card = await site.services.cards.generate(now)
      const people = Array.from({ length: AT_ONCE }, (_, n) => two[(n + round) % 2])
      const answers = await Promise.all(
        people.map((person) => postJson(site, `/api/cards/${card}/activate`, {}, person?.headers)),
      )
      const owner = (await site.services.cards.find(card))?.user_id
      expect(two.map((person) => person.user_id)).toContain(owner)
      expect(answers.map(({ status }) => status)).toEqual(
        people.map((person) => (person?.user_id === owner ? 200 : 409)),
      )
    }
  })

  test("wanted by accounts that are deleted in the same moment: a plain no, or nobody's card", async () => {
    for (let round = 0; round < ROUNDS * 5; round += 1) {
      const { user_id } = await signUp(site)
      const { cards } = site.services
      const wanted = await Promise.all(Array.from({ length: 8 }, () => cards.generate(now)))
      const codes = Promise.all(
        wanted.map((card) =>
          cards.claim(card, user_id, now).then(
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
})
