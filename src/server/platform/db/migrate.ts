// Brings the tables up to date at start; safe when several processes start at once.
import { readFileSync } from "node:fs"
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { drizzle } from "drizzle-orm/node-postgres"
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator"
import type pg from "pg"
import { ensureSearchExtension } from "./search.ts"

const FOLDER = fileURLToPath(new URL("./migrations", import.meta.url))

/** The part of drizzle-kit's journal that is used here. */
interface Journal {
  entries: { tag: string }[]
}

const journal = JSON.parse(readFileSync(join(FOLDER, "meta/_journal.json"), "utf8")) as Journal

/** Names of all migrations, oldest first. */
export const JOURNAL: readonly string[] = journal.entries.map(({ tag }) => tag)

/** Runs `work` with a folder that holds the first `count` migrations. */
async function withMigrations<T>(count: number, work: (folder: string) => Promise<T>): Promise<T> {
  if (count >= JOURNAL.length) return work(FOLDER)
  const folder = await mkdtemp(join(tmpdir(), "meishi-migrations-"))
  try {
    await mkdir(join(folder, "meta"))
    await writeFile(
      join(folder, "meta/_journal.json"),
      JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }),
    )
    for (const tag of JOURNAL.slice(0, count)) await copyFile(join(FOLDER, `${tag}.sql`), join(folder, `${tag}.sql`))
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Any number that nothing else in the database uses. */
const LOCK = 7_390_174

interface Migrated {
  pool: pg.Pool
}

/**
 * Drizzle takes no lock of its own: without one, three starts out of four failed when four processes started at once.
 * @throws ConfigError with one sentence when the server lacks the extension and this user may not create it
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
