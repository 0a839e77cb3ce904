// What every engine must do alike, asked through the same driver and queries the product uses.
import { randomUUID } from "node:crypto"
import { and, eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { users } from "../../src/server/platform/db/auth-schema.ts"
import { EVERYTHING } from "../../src/server/platform/db/changes.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import { audit, card_taps, card_urls, profiles, rate_limits } from "../../src/server/platform/db/schema.ts"
import { ENGINES } from "./engines.ts"

const MOMENT = new Date("2026-05-01T12:34:56.789Z")

function person(email: string, metadata = {}) {
  return {
    id: randomUUID(),
    email,
    password_hash: "hash",
    user_metadata: metadata,
    created_at: MOMENT,
    updated_at: MOMENT,
  }
}

const causeOf = (error: unknown) => (error as { cause?: unknown }).cause as Record<string, unknown>

describe.each(ENGINES)("the $name engine", (engine) => {
  let database: OpenDatabase

  beforeAll(async () => {
    await engine.start()
    database = await engine.open()
  })
  afterAll(async () => {
    await database?.close()
    await engine.stop()
  })

  test("says which engine it is", () => expect(database.engine).toBe(engine.name))

  test("gives back jsonb, moments and numbers as they were", async () => {
    const metadata = { full_name: 'Zoë "Q" \\ 名刺 🎴', phone: "" }
    const anna = person("types@example.com", metadata)
    await database.db.insert(users).values(anna)
    const [row] = await database.db.select().from(users).where(eq(users.id, anna.id))
    const defaults = { email_confirmed_at: null, has_password: true, last_sign_in_at: null, second_factor_due_at: null }
    expect(row).toEqual({ ...anna, ...defaults })
    const [first] = await database.db
      .insert(audit)
      .values({ at: MOMENT, action: "a", detail: { n: 1 } })
      .returning()
    expect(first).toMatchObject({ id: 1, at: MOMENT, detail: { n: 1 }, actor_id: null })
    const tap = { tapped_at: MOMENT, card_id: "c" }
    expect(await database.db.insert(card_taps).values(tap).returning()).toMatchObject([{ id: 1, city: "" }])
  })

  test("answers counts as numbers when asked for integers", async () => {
    const { rows } = await database.pool.query("select count(*)::int as n, 9007199254740993::bigint as big")
    expect(rows).toEqual([{ n: rows[0].n, big: "9007199254740993" }])
    expect(typeof rows[0].n).toBe("number")
  })

  test("names the constraint that refused a second address, whatever its letters' case", async () => {
    await database.db.insert(users).values(person("twice@example.com"))
    const error = await database.db
      .insert(users)
      .values(person("TWICE@example.com"))
      .catch((thrown) => thrown)
    expect(causeOf(error)).toMatchObject({ code: "23505", constraint: "users_email_unique" })
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }])
  })

  test("takes a profile away with its user", async () => {
    const owner = person("cascade@example.com")
    await database.db.insert(users).values(owner)
    const profile = { id: owner.id, owner_id: owner.id, username: "cascade", created_at: MOMENT, updated_at: MOMENT }
    await database.db.insert(profiles).values(profile)
    await database.db.delete(users).where(eq(users.id, owner.id))
    expect(await database.db.select().from(profiles).where(eq(profiles.id, owner.id))).toEqual([])
  })

  test("undoes a transaction whole and keeps its connection", async () => {
    const before = database.pool.totalCount
    for (let n = 0; n < 12; n++) {
      const failed = database.db.transaction(async (tx) => {
        await tx.insert(users).values(person(`undone${n}@example.com`))
        await tx.insert(users).values(person(`undone${n}@example.com`))
      })
      await expect(failed).rejects.toThrow()
    }
    const left = await database.db.select().from(users).where(sql`${users.email} like 'undone%'`)
    expect(left).toEqual([])
    expect(database.pool.totalCount).toBeLessThanOrEqual(Math.max(before, 1))
    expect(database.pool.idleCount).toBe(database.pool.totalCount)
  })

  test("lets exactly one of fifty activate a card, twenty times", async () => {
    for (let round = 0; round < 20; round++) {
      const id = randomUUID()
      await database.db.insert(card_urls).values({ id, card_id: `race-${round}`, created_at: MOMENT })
      const attempts = Array.from({ length: 50 }, () =>
        database.db
          .update(card_urls)
          .set({ activation_status: "activated", activated_at: MOMENT })
          .where(and(eq(card_urls.id, id), eq(card_urls.activation_status, "pending")))
          .returning({ id: card_urls.id }),
      )
      const winners = (await Promise.all(attempts)).filter((rows) => rows.length === 1)
      expect(winners).toHaveLength(1)
    }
  })

  test("keeps a hundred answers of different sizes apart", async () => {
    const ask = async (n: number) => {
      const { rows } = await database.pool.query("select $1::int as n, repeat('x', $1) as x, $2::text as y", [
        n * 3000,
        "y".repeat(n * 1000),
      ])
      return rows[0].n === n * 3000 && rows[0].x.length === n * 3000 && rows[0].y.length === n * 1000
    }
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => ask(n)))
    expect(answers.filter((right) => !right)).toEqual([])
  })

  test("mixes transactions and single statements under load without losing one", async () => {
    const key = "load"
    await database.db.insert(rate_limits).values({ key, count: 0, resets_at: MOMENT })
    const add = () =>
      database.db
        .update(rate_limits)
        .set({ count: sql`${rate_limits.count} + 1` })
        .where(eq(rate_limits.key, key))
    const inTransaction = () =>
      database.db.transaction(async (tx) => {
        const [row] = await tx.select().from(rate_limits).where(eq(rate_limits.key, key)).for("update")
        await tx
          .update(rate_limits)
          .set({ count: (row?.count ?? 0) + 1 })
          .where(eq(rate_limits.key, key))
      })
    await Promise.all(Array.from({ length: 120 }, (_, n) => (n % 3 === 0 ? inTransaction() : add())))
    expect(await database.db.select().from(rate_limits).where(eq(rate_limits.key, key))).toMatchObject([{ count: 120 }])
  })

  test("refuses JSON nested beyond its stack with an error, and goes on", async () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000)
    const error = await database.pool.query("select $1::jsonb", [deep]).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: "54001" })
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }])
  })

  test("tells subscribers of a topic what changed", async () => {
    const heard: string[] = []
    database.changes.subscribe("profile", (key) => heard.push(key))
    await database.changes.publish("profile", "anna ß \"'")
    expect(heard[0]).toBe("anna ß \"'")
    expect(heard).not.toContain(EVERYTHING)
  })
})
