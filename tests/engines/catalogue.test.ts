// The same migrations make the same tables on every engine.
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import { ENGINES, POSTGRES } from "./engines.ts"

const QUESTIONS = {
  // Only newer versions give partitions the generated numbers of their table.
  columns: `select table_name, column_name, data_type, is_nullable, column_default,
      is_identity = 'YES' and table_name not in (select relname from pg_class where relispartition) as is_identity
    from information_schema.columns where table_schema = 'public' order by 1, ordinal_position`,
  indexes: "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1",
  // 'n': only newer versions list "not null" among the constraints; the columns above show it on all.
  constraints: `select conname, conrelid::regclass::text as on_table, contype, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2`,
  sequences: `select sequence_name, data_type, start_value, increment
    from information_schema.sequences where sequence_schema = 'public' order by 1`,
}

async function catalogueOf(pool: pg.Pool) {
  const answers = Object.entries(QUESTIONS).map(async ([name, text]) => [name, (await pool.query(text)).rows] as const)
  return Object.fromEntries(await Promise.all(answers)) as Record<keyof typeof QUESTIONS, unknown[]>
}

describe.skipIf(POSTGRES === null)("the embedded engine and a PostgreSQL server", () => {
  const open: OpenDatabase[] = []
  beforeAll(async () => {
    for (const engine of ENGINES) {
      await engine.start()
      open.push(await engine.open())
    }
  })
  afterAll(async () => {
    for (const database of open) await database.close()
    for (const engine of ENGINES) await engine.stop()
  })

  test("have the same columns, indexes, constraints and sequences", async () => {
    const [embedded, server] = await Promise.all(open.map(({ pool }) => catalogueOf(pool)))
    expect(embedded?.columns.length).toBeGreaterThan(50)
    expect(embedded?.indexes.length).toBeGreaterThan(15)
    expect(embedded).toEqual(server)
  })
})
