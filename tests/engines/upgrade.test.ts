// A database that an earlier version left behind, with people in it, opened by today's program.
import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { fileURLToPath } from "node:url"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createProfileStore } from "../../src/server/features/profiles/store.ts"
import { JOURNAL, migrate, migrationsApplied, migrationsMissing } from "../../src/server/platform/db/migrate.ts"
import { type OpenDatabase, openDatabase } from "../../src/server/platform/db/open.ts"
import { ENGINES, type Place, silent } from "./engines.ts"

const START = fileURLToPath(new URL("./start-process.ts", import.meta.url))
const AT_ONCE = 4
/** What an earlier version knew: accounts, profiles, cards, second factors. */
const EARLIER = 2
const ROWS = 300

const ids = Array.from({ length: ROWS }, () => randomUUID())

/** Rows in every table of that version, with moments to the microsecond and texts that need care. */
async function fill(pool: pg.Pool): Promise<void> {
  const at = "2026-01-02 03:04:05.678901+00"
  await pool.query(
    `insert into users (id, email, email_confirmed_at, password_hash, user_metadata, created_at, updated_at)
      select id, 'u' || n || '@example.com', $2::timestamptz, 'hash ' || n, '{"username": "u"}', $2, $2 from unnest($1::uuid[]) with ordinality as t(id, n)`,
    [ids, at],
  )
  await pool.query(
    `insert into profiles (id, username, full_name, bio, social_media, created_at, updated_at)
      select id, 'u' || n, 'Zoë "Ö" ' || n, E'a\\nb \\\\ 名刺', '{"x": "https://x.com/a"}', $2, $2
      from unnest($1::uuid[]) with ordinality as t(id, n)`,
    [ids, at],
  )
  await pool.query(
    `insert into card_urls (id, card_id, user_id, created_at) select gen_random_uuid(), 'card' || n, id, $2
      from unnest($1::uuid[]) with ordinality as t(id, n)`,
    [ids, at],
  )
  await pool.query(
    `insert into factors (id, user_id, friendly_name, status, secret, created_at, updated_at)
      values (gen_random_uuid(), $1, 'Phone', 'verified', 'sealed', $2, $2)`,
    [ids[0], at],
  )
  await pool.query("insert into card_taps (card_id, profile_id, tapped_at) values ('card1', $1, $2)", [ids[0], at])
}

/** Every row, in the columns of that version. */
async function rowsOf(pool: pg.Pool, columns: Map<string, string>): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const [table, names] of columns) {
    const { rows } = await pool.query(`select row_to_json(t)::text as line from (select ${names} from ${table}) t`)
    all[table] = rows.map(({ line }) => line).sort()
  }
  return all
}

async function columnsOf(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query(
    `select table_name as table, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
      from information_schema.columns
      where table_schema = 'public' and table_name not in (select relname from pg_class where relispartition) group by 1`,
  )
  return new Map(rows.map(({ table, names }) => [table, names]))
}

function start({ DATABASE_URL, DATA_DIR }: Place): Promise<{ code: number | null; complaint: string }> {
  const child = spawn(process.execPath, [START, DATABASE_URL ?? "", DATA_DIR])
  let complaint = ""
  child.stderr.on("data", (text) => {
    complaint += text
  })
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, complaint })))
}

describe.each(ENGINES)("an earlier database on the $name engine", (engine) => {
  let place: Place
  let before: Record<string, string[]>
  let columns: Map<string, string>
  beforeAll(async () => {
    await engine.start()
    place = await engine.place()
    const earlier = await openDatabase(place, silent)
    await migrate(earlier, { upTo: EARLIER })
    await fill(earlier.pool)
    columns = await columnsOf(earlier.pool)
    before = await rowsOf(earlier.pool, columns)
    expect(await migrationsMissing(earlier)).toBe(JOURNAL.length - EARLIER)
    await earlier.close()
  })
  afterAll(() => engine.stop())

  test("is brought up to date once, however many processes start at the same time", async () => {
    // The embedded engine admits one.
    const starts = await Promise.all(
      Array.from({ length: engine.name === "embedded" ? 1 : AT_ONCE }, () => start(place)),
    )
    expect(starts).toEqual(starts.map(() => ({ code: 0, complaint: "" })))
    const database = await openDatabase(place, silent)
    expect(await migrationsApplied(database)).toBe(JOURNAL.length)
    const { rows } = await database.pool.query(
      "select count(distinct hash)::int as n from drizzle.__drizzle_migrations",
    )
    expect(rows[0].n).toBe(JOURNAL.length)
    await database.close()
  })

  describe("afterwards", () => {
    let database: OpenDatabase
    beforeAll(async () => {
      database = await openDatabase(place, silent)
      await migrate(database)
    })
    afterAll(() => database?.close())

    test("has every row as it was, and the default in what is new", async () => {
      expect(await rowsOf(database.pool, columns)).toEqual(before)
      expect(before.profiles).toHaveLength(ROWS)
      const { rows } = await database.pool.query("select distinct accent, banner_picture, hidden_at from profiles")
      expect(rows).toEqual([{ accent: "", banner_picture: "", hidden_at: null }])
    })

    test("has the same tables as one that was made today", async () => {
      const fresh = await engine.open()
      expect(await columnsOf(database.pool)).toEqual(await columnsOf(fresh.pool))
      await fresh.close()
    }, 180_000)

    test("serves its people", async () => {
      const found = await createProfileStore(database).public("u7")
      expect(found).toMatchObject({ full_name: 'Zoë "Ö" 7', bio: "a\nb \\ 名刺" })
    })
  })
})
