// Brings the tables up to date at start; safe when several processes start at once.
import { drizzle } from "drizzle-orm/node-postgres"
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator"
import type pg from "pg"
import { JOURNAL, withMigrations } from "./migrations-folder.ts"
import { ensureSearchExtension } from "./search-extension.ts"

/** Any number will do as long as nobody else uses it. */
const LOCK = 7_390_174

interface Migrated {
  pool: pg.Pool
}

/**
 * The library takes no lock of its own: four processes at once broke three starts out of four.
 * Throws ConfigError with one sentence when the server lacks an extension and may not be given it.
 * @param upTo how many migrations, counted from the first; default: all
 */
export async function migrate({ pool }: Migrated, upTo = JOURNAL.length): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK])
    await ensureSearchExtension(client)
    await withMigrations(upTo, (migrationsFolder) => runMigrations(drizzle(client), { migrationsFolder }))
  } finally {
    await client.query("select pg_advisory_unlock($1)", [LOCK]).catch(() => undefined)
    client.release()
  }
}

/** How many migrations this database has had; 0 for an empty one. A newer program's count is above `JOURNAL.length`. */
export async function migrationsApplied({ pool }: Migrated): Promise<number> {
  const known = await pool.query("select to_regclass('drizzle.__drizzle_migrations') is not null as known")
  if (known.rows[0]?.known !== true) return 0
  const applied = await pool.query("select count(*)::int as n from drizzle.__drizzle_migrations")
  return Number(applied.rows[0]?.n)
}

/** How many are still to run. */
export const migrationsMissing = async (database: Migrated): Promise<number> =>
  Math.max(0, JOURNAL.length - (await migrationsApplied(database)))
