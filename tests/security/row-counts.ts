// How much is stored: what is refused must not change it.
import type { TestApp } from "../support/app.ts"

/** Rows by table, without the limits: those count refusals, too. */
export async function rowCounts({ services }: TestApp): Promise<Record<string, number>> {
  const { pool } = services.database
  const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public' order by 1")
  const tables = rows.map(({ tablename }) => tablename).filter((name) => name !== "rate_limits")
  const counts = tables.map((name) => `(select count(*)::int from ${name}) as ${name}`)
  return (await pool.query(`select ${counts.join(", ")}`)).rows[0]
}
