// A database of the version without partitions, upgraded while processes of that version write: none of them fails, no row is lost.
import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { addDays } from "../../src/domain/time.ts"
import { createInsights } from "../../src/server/features/insights/service.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { type OpenDatabase, openDatabase } from "../../src/server/platform/db/open.ts"
import { makeMonths, PARTITIONED_SINCE } from "../../src/server/platform/db/partitions.ts"
import { ENGINES, type Place, silent } from "./engines.ts"

/** The migrations of the version without partitions, and the two that prepare them. */
const BEFORE = PARTITIONED_SINCE - 3
const PREPARED = PARTITIONED_SINCE - 1
const TAPS = 20_000
const WRITERS = 4

/** As that version says it. */
const INSERT_TAPS = `
  insert into "card_taps" (card_id, profile_id, tapped_at, city, state, country)
  select t.card_id, p.id, t.tapped_at, t.city, t.state, t.country
  from json_to_recordset($1::json)
    as t(card_id text, profile_id uuid, tapped_at timestamptz, city text, state text, country text)
  join profiles p on p.id = t.profile_id
  order by p.id, t.tapped_at
  for key share of p`
const ADD_DAYS = `
  insert into profile_days as d (profile_id, day, views, saves)
  select p.id, s.day, s.views, s.saves
  from json_to_recordset($1::json) as s(profile_id uuid, day date, views int, saves int)
  join profiles p on p.id = s.profile_id and p.deleted_at is null and p.hidden_at is null
  join users u on u.id = p.owner_id and u.email_confirmed_at is not null
  order by p.id, s.day
  for key share of p
  on conflict (profile_id, day) do update set views = d.views + excluded.views, saves = d.saves + excluded.saves`
const DELETE_TAPS = `
  delete from "card_taps" where id in (
    select id from "card_taps" where tapped_at < $1 order by tapped_at limit 5000 for update skip locked
  )`
const DELETE_DAYS = `
  delete from "profile_days" where (profile_id, day) in (
    select profile_id, day from "profile_days" where day < $1 order by day limit 5000 for update skip locked
  )`

interface Counts {
  taps: number
  views: number
}

describe.each(ENGINES)("taps and counted days of the version before, on the $name engine", (engine) => {
  let place: Place
  let database: OpenDatabase
  const id = randomUUID()
  const now = new Date()
  /** what a clock that was ahead left behind */
  const ahead = addDays(now, 800)
  let aheadWritten = 0
  const written: Counts = { taps: TAPS, views: 400 }
  /** The embedded engine serves one process. */
  const atWork = engine.name === "embedded" ? 0 : WRITERS

  beforeAll(async () => {
    await engine.start()
    place = await engine.place()
    database = await openDatabase(place, silent)
    await migrate(database, { upTo: BEFORE })
    const { pool } = database
    await pool.query(
      "insert into users (id, email, email_confirmed_at, password_hash, created_at, updated_at) values ($1, 'o@example.com', now(), '', now(), now())",
      [id],
    )
    await pool.query(
      "insert into profiles (id, owner_id, username, created_at, updated_at) values ($1, $1, 'o', now(), now())",
      [id],
    )
    await pool.query(
      `insert into card_taps (card_id, profile_id, tapped_at)
        select 'old', $1, $2::timestamptz - n * interval '400 days' / ${TAPS} from generate_series(1, ${TAPS}) n`,
      [id, now],
    )
    await pool.query("insert into profile_days select $1, $2::date - n, 1, 0 from generate_series(1, 400) n", [id, now])
    await write(pool, ahead)
  })
  afterAll(async () => {
    await database?.close()
    await engine.stop()
  })

  /** One tap and one view, by statements that are prepared once for each connection, as a process prepares them. */
  async function write(on: Pick<pg.Pool, "query">, at: Date): Promise<void> {
    const tap = { card_id: "new", profile_id: id, tapped_at: at, city: "Zürich", state: "", country: "CH" }
    const day = { profile_id: id, day: at.toISOString().slice(0, 10), views: 1, saves: 0 }
    await on.query({ name: "taps", text: INSERT_TAPS, values: [JSON.stringify([tap])] })
    await on.query({ name: "days", text: ADD_DAYS, values: [JSON.stringify([day])] })
    written.taps += 1
    written.views += 1
    if (at === ahead) aheadWritten += 1
  }

  async function counted(): Promise<Counts> {
    const { rows } = await database.pool.query(
      "select (select count(*)::int from card_taps) as taps, (select sum(views)::int from profile_days) as views",
    )
    return rows[0]
  }

  async function sizes(): Promise<Record<string, number>> {
    const { rows } = await database.pool.query(
      "select tableoid::regclass::text as name, count(*)::int from card_taps group by 1",
    )
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }

  const nextMonth = () => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
  const first = () => `card_taps_before_${nextMonth().toISOString().slice(0, 7).replace("-", "_")}`

  /** Processes of that version at work from before `work` until after it. @returns what failed */
  async function amongWriters(work: () => Promise<unknown>): Promise<unknown[]> {
    let isDone = false
    let rounds = 0
    const failures: unknown[] = []
    async function keepWriting(n: number): Promise<void> {
      while (!isDone) {
        try {
          await write(database.pool, n === 0 ? ahead : new Date(now.getTime() + rounds))
          await database.pool.query({ name: "old taps", text: DELETE_TAPS, values: [addDays(now, -10_000)] })
          await database.pool.query({ name: "old days", text: DELETE_DAYS, values: ["1999-01-01"] })
        } catch (error) {
          failures.push(error)
        }
        rounds += 1
        await pause(1)
      }
    }
    const writers = Array.from({ length: atWork }, (_, n) => keepWriting(n))
    const afterMore = async () => {
      const before = rounds
      await expect.poll(() => rounds).toBeGreaterThanOrEqual(before + 3 * atWork)
    }
    await afterMore()
    await work()
    await afterMore()
    isDone = true
    await Promise.all(writers)
    return failures
  }

  test("are all there, and are written to with any date, when the upgrade has stopped half-way", async () => {
    expect(await amongWriters(() => migrate(database, { upTo: PREPARED }))).toEqual([])
    for (const at of [ahead, nextMonth()]) await write(database.pool, at)
    expect(await counted()).toEqual(written)
    const { rows } = await database.pool.query("select views from profile_days where day = $1", [ahead])
    expect(rows).toEqual([{ views: aheadWritten }])
    const card_taps_other = aheadWritten + 1
    expect(await sizes()).toEqual({ card_taps: written.taps - card_taps_other, card_taps_other })
  })

  test("become partitions without moving, while processes of that version write and delete, and none of them fails", async () => {
    const fileOf = async (table: string) =>
      (await database.pool.query("select pg_relation_filenode(to_regclass($1)) as file", [table])).rows[0].file
    const before = await fileOf("card_taps")
    expect(await amongWriters(() => migrate(database))).toEqual([])
    expect(await counted()).toEqual(written)
    expect(await fileOf(first())).toBe(before)
    expect(Object.keys(await sizes()).sort()).toEqual([first(), "card_taps_other"])
  })

  test("have one number for each tap, and go on counting", async () => {
    const { rows } = await database.pool.query(
      "select count(distinct id)::int as numbers, max(id)::int as last from card_taps",
    )
    expect(rows[0].numbers).toBe(written.taps)
    const more = await database.pool.query(
      "insert into card_taps (profile_id, tapped_at) values ($1, $2) returning id::int",
      [id, now],
    )
    written.taps += 1
    expect(more.rows[0].id).toBeGreaterThan(rows[0].last)
  })

  test("have partitions for the months after the first one only, and are dropped with it when they are old", async () => {
    await makeMonths(database, now)
    const month = (count: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count)).toISOString().slice(0, 7).replace("-", "_")
    expect(await sizes()).toMatchObject({ [`card_taps_${month(1)}`]: 1 })
    const names = async () =>
      (
        await database.pool.query(
          "select relname as name from pg_class where relispartition and relkind = 'r' order by 1",
        )
      ).rows.map(({ name }) => name)
    const kept = ["card_taps", "profile_days"].flatMap((table) => [`${table}_${month(1)}`, `${table}_${month(2)}`])
    expect(await names()).toEqual(
      [
        ...kept,
        ...["card_taps", "profile_days"].flatMap((table) => [`${table}_before_${month(1)}`, `${table}_other`]),
      ].sort(),
    )
    // The first day on which all of the first partition is older than a year.
    const later = addDays(nextMonth(), 365)
    const config = readConfig({})
    await createInsights({ clock: () => later, config, database, log: silent }).sweep()
    expect(await names()).not.toContain(first())
    expect(await names()).not.toContain(first().replace("card_taps", "profile_days"))
    expect(await sizes()).toEqual({ [`card_taps_${month(1)}`]: 1, card_taps_other: aheadWritten })
  })
})
