// Taps and counted days by month, on every engine: months are made ahead and dropped when old, and a clock that is wrong loses nothing.
import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { addDays, dayOf } from "../../src/domain/time.ts"
import { createInsights } from "../../src/server/features/insights/service.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { users } from "../../src/server/platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import { makeMonths } from "../../src/server/platform/db/partitions.ts"
import { card_taps, profile_days, profiles } from "../../src/server/platform/db/schema.ts"
import { createLog } from "../../src/server/platform/log.ts"
import { ENGINES } from "./engines.ts"

const NOW = new Date("2026-05-20T23:30:00Z")
const YEARS_AHEAD = new Date("2031-01-31T12:00:00Z")
const YEARS_BACK = new Date("1999-12-31T23:59:59.999Z")

describe.each(ENGINES)("partitions on the $name engine", (engine) => {
  let database: OpenDatabase
  let person = ""
  let now = NOW
  const logged: string[] = []
  beforeAll(async () => {
    await engine.start()
    database = await engine.open()
    person = await newPerson()
  })
  afterAll(async () => {
    await database?.close()
    await engine.stop()
  })

  async function newPerson(): Promise<string> {
    const id = randomUUID()
    const dates = { created_at: NOW, updated_at: NOW }
    const user = { id, email: `${id}@example.com`, email_confirmed_at: NOW, password_hash: "", ...dates }
    await database.db.insert(users).values(user)
    await database.db.insert(profiles).values({ id, owner_id: id, username: id, ...dates })
    return id
  }

  /** One process of several, which keeps taps for a year. */
  const insights = () =>
    createInsights({
      clock: () => now,
      config: readConfig({}),
      database,
      log: createLog((line) => logged.push(JSON.parse(line).event)),
    })

  /** A tap and a view of this moment. */
  async function visit(at: Date, profile_id = person): Promise<void> {
    await database.db.insert(card_taps).values({ card_id: "c", profile_id, tapped_at: at })
    const counting = insights()
    counting.count(profile_id, "view", at)
    await counting.flush()
  }

  const tables = async () => {
    const { rows } = await database.pool.query(
      "select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid where relkind = 'r' order by 1",
    )
    return rows.map(({ name }) => name)
  }

  /** Where the rows of this moment are, of both tables. */
  async function placesOf(at: Date): Promise<string[]> {
    const taps = sql<string>`${card_taps}.tableoid::regclass::text`
    const days = sql<string>`${profile_days}.tableoid::regclass::text`
    return [
      ...(await database.db.select({ place: taps }).from(card_taps).where(eq(card_taps.tapped_at, at))),
      ...(await database.db
        .select({ place: days })
        .from(profile_days)
        .where(eq(profile_days.day, dayOf(at)))),
    ].map(({ place }) => place)
  }

  const BOTH = ["card_taps", "profile_days"]
  const ofMonths = (...months: string[]) => BOTH.flatMap((table) => months.map((month) => `${table}_${month}`))

  test("exist for this month and the next two, made by however many processes at once, and take the rows of their month", async () => {
    await Promise.all(Array.from({ length: 8 }, () => makeMonths(database, NOW)))
    await Promise.all([insights().sweep(), insights().sweep()])
    expect(await tables()).toEqual(ofMonths("2026_05", "2026_06", "2026_07", "other"))
    const ends = ["2026-05-01T00:00:00.000Z", "2026-05-31T23:59:59.999Z", "2026-07-31T23:59:59.999Z"]
    for (const at of ends) {
      await visit(new Date(at))
      expect(await placesOf(new Date(at))).toEqual(ofMonths(at.slice(0, 7).replace("-", "_")))
    }
    expect(logged).toEqual([])
  })

  test("lose no tap and no view of a clock that is years ahead or back, and take them in when their month is made", async () => {
    for (const at of [YEARS_AHEAD, YEARS_BACK]) {
      await visit(at)
      expect(await placesOf(at)).toEqual(ofMonths("other"))
    }
    await makeMonths(database, YEARS_AHEAD)
    expect(await placesOf(YEARS_AHEAD)).toEqual(ofMonths("2031_01"))
    await visit(YEARS_AHEAD)
    expect(await placesOf(YEARS_AHEAD)).toEqual(["card_taps_2031_01", ...ofMonths("2031_01")])
    // Right again: the months of the future are empty shells, and nothing is in their way.
    await makeMonths(database, addDays(NOW, 31))
    expect(await tables()).toContain("card_taps_2026_08")
    await visit(NOW)
    expect(await placesOf(NOW)).toEqual(ofMonths("2026_05"))
    await database.db.delete(card_taps).where(eq(card_taps.tapped_at, YEARS_AHEAD))
    await database.db.delete(profile_days).where(eq(profile_days.day, dayOf(YEARS_AHEAD)))
  })

  test("give up the rows of a profile that is deleted, wherever they are", async () => {
    const leaver = await newPerson()
    const moments = [YEARS_BACK, NOW, addDays(NOW, 31), YEARS_AHEAD]
    for (const at of moments) await visit(at, leaver)
    const left = () =>
      Promise.all([
        database.db.$count(card_taps, eq(card_taps.profile_id, leaver)),
        database.db.$count(profile_days, eq(profile_days.profile_id, leaver)),
      ])
    expect(await left()).toEqual([4, 4])
    await database.db.delete(users).where(eq(users.id, leaver))
    expect(await left()).toEqual([0, 0])
  })

  test("are dropped when all of their rows are too old, and the month in between is deleted to the day", async () => {
    now = addDays(NOW, 365 + 31)
    // 20 June 2027: kept is what happened since 20 June 2026, 23:30.
    for (const at of ["2026-06-01T00:00:00Z", "2026-06-20T23:29:00Z", "2026-06-20T23:31:00Z"]) await visit(new Date(at))
    const processes = [insights(), insights()]
    await Promise.all(processes.map((one) => one.sweep()))
    const made = ["2026_06", "2026_07", "2026_08", "2027_06", "2027_07", "2027_08", "2031_01", "2031_02", "2031_03"]
    expect(await tables()).toEqual(ofMonths(...made, "other"))
    const taps = await database.db.select({ at: card_taps.tapped_at }).from(card_taps).orderBy(card_taps.tapped_at)
    expect(taps.map(({ at }) => at.toISOString())).toEqual(["2026-06-20T23:31:00.000Z", "2026-07-31T23:59:59.999Z"])
    const days = await database.db.select({ day: profile_days.day }).from(profile_days).orderBy(profile_days.day)
    expect(days.map(({ day }) => day)).toEqual(["2026-06-20", "2026-07-31"])
    expect(logged).toContain("insights.deleted")
  })

  // The embedded engine has one session: no other query can hold a table there.
  test.skipIf(engine.name === "embedded")(
    "that a query holds for long are left to the next sweep; their rows go, and taps are written meanwhile",
    async () => {
      now = addDays(now, 31)
      const old = new Date("2026-06-21T12:00:00Z")
      await visit(old)
      const reader: pg.PoolClient = await database.pool.connect()
      await reader.query("begin; lock table card_taps_2026_06 in access share mode")
      const sweeping = insights().sweep()
      for (let n = 0; n < 20; n += 1) await visit(now)
      await sweeping
      expect(logged.filter((event) => event === "insights.months_kept")).toEqual(["insights.months_kept"])
      expect(await tables()).toContain("card_taps_2026_06")
      expect(await placesOf(old)).toEqual([])
      expect(await database.db.$count(card_taps, eq(card_taps.tapped_at, now))).toBe(20)
      await reader.query("rollback")
      reader.release()
      await insights().sweep()
      expect(await tables()).not.toContain("card_taps_2026_06")
      expect(await tables()).not.toContain("profile_days_2026_06")
    },
  )

  test.skipIf(engine.name === "embedded")("take a tap that waited while its month was made", async () => {
    const at = new Date("2040-01-15T12:00:00Z")
    const maker: pg.PoolClient = await database.pool.connect()
    try {
      await maker.query("begin; lock table card_taps_other in access exclusive mode")
      const visiting = visit(at)
      const waiting = async () =>
        (await maker.query("select from pg_locks where not granted and relation = 'card_taps_other'::regclass"))
          .rowCount
      await expect.poll(waiting).toBe(1)
      await maker.query(`create table card_taps_2040_01 (like card_taps including defaults);
        alter table card_taps attach partition card_taps_2040_01 for values from ('2040-01-01') to ('2040-02-01'); commit`)
      await visiting
    } finally {
      maker.release(true)
    }
    expect(await placesOf(at)).toEqual(["card_taps_2040_01", "profile_days_other"])
  })
})
