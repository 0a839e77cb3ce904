// Counting days on every engine: several processes add to the same rows at once, while profiles come and go.
import { randomUUID } from "node:crypto"
import { asc, eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createInsights } from "../../src/server/features/insights/service.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { users } from "../../src/server/platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import { card_taps, profile_days, profiles } from "../../src/server/platform/db/schema.ts"
import { ENGINES, silent } from "./engines.ts"

const NOW = new Date("2026-05-01T23:30:00Z")
const DAY_MS = 86_400_000

describe.each(ENGINES)("insights on the $name engine", (engine) => {
  let database: OpenDatabase
  beforeAll(async () => {
    await engine.start()
    database = await engine.open()
  })
  afterAll(async () => {
    await database?.close()
    await engine.stop()
  })

  /** What one process of several has in its memory. */
  const process = (on: OpenDatabase = database) =>
    createInsights({ clock: () => NOW, config: readConfig({}), database: on, log: silent })

  async function person(): Promise<string> {
    const id = randomUUID()
    const dates = { created_at: NOW, updated_at: NOW }
    const user = { id, email: `${id}@example.com`, email_confirmed_at: NOW, password_hash: "", ...dates }
    await database.db.insert(users).values(user)
    await database.db.insert(profiles).values({ id, owner_id: id, username: id, ...dates })
    return id
  }

  test("eight processes that count the same people lose nothing and meet no deadlock", async () => {
    const people = await Promise.all(Array.from({ length: 40 }, person))
    const rounds = 5
    await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const insights = process()
        for (let round = 0; round < rounds; round += 1) {
          const order = n % 2 === 0 ? people : people.toReversed()
          for (const id of order) {
            insights.count(id, "view", NOW)
            insights.count(id, "save", NOW)
          }
          await insights.flush()
        }
      }),
    )
    const rows = await database.db.select().from(profile_days)
    expect(rows).toHaveLength(people.length)
    for (const row of rows) expect(row).toMatchObject({ day: "2026-05-01", views: 8 * rounds, saves: 8 * rounds })
  })

  test("people deleted in the same moment take nothing of the others with them", async () => {
    const stays = await person()
    const insights = process()
    for (let round = 1; round <= 10; round += 1) {
      const goes = await person()
      for (const id of [goes, stays]) insights.count(id, "view", NOW)
      await Promise.all([insights.flush(), database.db.delete(users).where(eq(users.id, goes))])
    }
    const rows = await database.db.select().from(profile_days).where(eq(profile_days.profile_id, stays))
    expect(rows).toMatchObject([{ views: 10 }])
  })

  test("days begin at midnight UTC, whatever the time zone of the connection", async () => {
    const id = await person()
    const tap = (at: string) => ({ card_id: "c", profile_id: id, tapped_at: new Date(at) })
    await database.db.insert(card_taps).values([tap("2026-04-30T00:00:00Z"), tap("2026-04-30T23:59:59.999Z")])
    const { per_day } = await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local time zone 'Pacific/Auckland'`)
      return process({ ...database, db: tx as unknown as OpenDatabase["db"] }).of(id, 7, NOW)
    })
    expect(per_day.filter(({ taps }) => taps > 0)).toEqual([{ day: "2026-04-30", views: 0, taps: 2, saves: 0 }])
  })

  test("two processes that delete what is too old share the work", async () => {
    const id = await person()
    const old = new Date(NOW.getTime() - 400 * DAY_MS)
    const taps = (tapped_at: Date, count: number) =>
      Array.from({ length: count }, () => ({ card_id: "c", profile_id: id, tapped_at }))
    for (let part = 0; part < 3; part += 1) await database.db.insert(card_taps).values(taps(old, 4000))
    await database.db.insert(card_taps).values(taps(NOW, 3))
    await Promise.all([process().sweep(), process().sweep()])
    const left = await database.db
      .select()
      .from(card_taps)
      .where(eq(card_taps.profile_id, id))
      .orderBy(asc(card_taps.id))
    expect(left.map(({ tapped_at }) => tapped_at)).toEqual([NOW, NOW, NOW])
  })
})
