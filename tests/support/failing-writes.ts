// A database that fails in the middle of an attempt: whatever writes to one table is an error until it is mended.
import type { TestApp } from "./app.ts"

/** @returns mends it */
export async function failWrites(site: TestApp, table: string): Promise<() => Promise<unknown>> {
  const { pool } = site.services.database
  await pool.query(
    "create or replace function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$",
  )
  await pool.query(`create trigger failing before update or delete on ${table} for each row execute function fail()`)
  return () => pool.query(`drop trigger failing on ${table}`)
}
