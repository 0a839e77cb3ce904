// Brings the tables up to date at start; safe when several processes start at once.
import { readFileSync } from "node:fs"
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { drizzle } from "drizzle-orm/node-postgres"
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator"
import type pg from "pg"
import { ConfigError } from "../config/config.ts"
import { VERSION } from "../config/version.ts"
import type { Log } from "../log.ts"
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
  pool: Pick<pg.Pool, "query">
}

interface Options {
  /** how many migrations, counted from the first; default: all */
  upTo?: number
  log?: Pick<Log, "info" | "warn">
  /** a start gives up on tables that take too long, and leaves them to `meishi migrate`; default: true */
  hasTimeLimit?: boolean
}

/** Everyone else waits behind a change that waits for a table. */
const LOCK_TIMEOUT_MS = 5_000
const LOCK_TRIES = 3
const STATEMENT_TIMEOUT_MS = 300_000
/** SQLSTATE: lock_timeout, statement_timeout */
const [TABLE_IN_USE, TOO_LONG] = ["55P03", "57014"]

const codeOf = (error: unknown): unknown =>
  (error as { code?: unknown }).code ?? (error instanceof Error && error.cause ? codeOf(error.cause) : undefined)

const IN_USE =
  "The tables could not be upgraded, because another transaction holds one of them (a long query, or a backup). Nothing was changed. End it, then start again."
const LONG =
  "Upgrading the tables takes longer than a start may. Nothing was changed. Run `meishi migrate`, which has no time limit, then start again."

/** @throws ConfigError with one sentence */
async function applied(client: pg.PoolClient, upTo: number, { log, hasTimeLimit = true }: Options): Promise<void> {
  const limit = hasTimeLimit ? STATEMENT_TIMEOUT_MS : 0
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}; set statement_timeout = ${limit}`)
  for (let tries = 1; ; tries++) {
    try {
      return await withMigrations(upTo, (migrationsFolder) => runMigrations(drizzle(client), { migrationsFolder }))
    } catch (error) {
      const code = codeOf(error)
      if (code === TOO_LONG) throw new ConfigError(LONG)
      if (code !== TABLE_IN_USE) throw error
      if (tries === LOCK_TRIES) throw new ConfigError(IN_USE)
      log?.warn("database.migration_waits", { reason: "another transaction holds a table", tries })
    }
  }
}

/**
 * Drizzle takes no lock of its own: without one, three starts out of four failed when four processes started at once.
 * @returns the names of the migrations that it applied
 * @throws ConfigError with one sentence when the server lacks the extension and this user may not create it, when the tables are newer
 * than the program, or when they cannot be changed now
 */
export async function migrate({ pool }: { pool: pg.Pool }, options: Options = {}): Promise<readonly string[]> {
  const { upTo = JOURNAL.length, log } = options
  const client = await pool.connect()
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK])
    const before = await migrationsApplied({ pool: client })
    refuseNewer(before)
    if (before >= upTo) return []
    await ensureSearchExtension(client)
    const names = JOURNAL.slice(before, upTo)
    const started = performance.now()
    log?.info("database.migrating", { from: JOURNAL[before - 1] ?? "", to: names.at(-1) ?? "" })
    await applied(client, upTo, options)
    log?.info("database.migrated", { applied: names.join(" "), ms: Math.round(performance.now() - started) })
    return names
  } finally {
    await client.query("reset lock_timeout; reset statement_timeout").catch(() => undefined)
    await client.query("select pg_advisory_unlock($1)", [LOCK]).catch(() => undefined)
    client.release()
  }
}

function refuseNewer(count: number): void {
  if (count <= JOURNAL.length) return
  throw new ConfigError(
    `This database belongs to a newer version of the program: it has ${count} migrations, and this version (${VERSION}) knows ${JOURNAL.length}. Install that version again, or restore the backup from before the upgrade.`,
  )
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
