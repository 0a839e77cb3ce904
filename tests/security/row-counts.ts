// How much is stored: what is refused must not change it.
import type pg from "pg"
import type { TestApp } from "../support/app.ts"

const counting = new WeakMap<pg.Pool, string>()

/** One statement for all tables, made once for each database: thousands of refusals are counted. */
async function countingOf(pool: pg.Pool): Promise<string> {
  const known = counting.get(pool)
  if (known !== undefined) return known
  const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public' order by 1")
  const tables = rows.map(({ tablename }) => tablename).filter((name) => name !== "rate_limits")
  const statement = `select ${tables.map((name) => `(select count(*)::int from ${name}) as ${name}`).join(", ")}`
  counting.set(pool, statement)
  return statement
}

/** Rows by table, without the limits: those count refusals, too. */
export async function rowCounts({ services }: TestApp): Promise<Record<string, number>> {
  const { pool } = services.database
  return (await pool.query({ name: "row-counts", text: await countingOf(pool) })).rows[0]
}
