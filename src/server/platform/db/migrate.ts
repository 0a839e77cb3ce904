// Brings the tables up to date at start; safe when several processes start at once.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator"
import type pg from "pg"
import { ConfigError } from "../config/config.ts"
import { VERSION } from "../config/version.ts"
import type { Log } from "../log.ts"
import { deferredPart, finishDeferred, keepDeferred, tablesOf } from "./deferred-steps.ts"
import type { OpenDatabase } from "./open.ts"
import { ensureSearchExtension } from "./search.ts"

const FOLDER = fileURLToPath(new URL("./migrations", import.meta.url))

/** The part of drizzle-kit's journal that is used here. */
interface Journal {
  entries: { tag: string }[]
}

const journal = JSON.parse(readFileSync(join(FOLDER, "meta/_journal.json"), "utf8")) as Journal

/** Names of all migrations, oldest first. */
export const JOURNAL: readonly string[] = journal.entries.map(({ tag }) => tag)

/** Any number that nothing else in the database uses. */
const LOCK = 7_390_174
const LOCK_POLL_MS = 200
const LOCK_SAID_EVERY_MS = 5_000

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
/** SQLSTATE: lock_timeout, statement_timeout, deadlock_detected, insufficient_privilege */
const [TABLE_IN_USE, TOO_LONG, DEADLOCK, NOT_ALLOWED] = ["55P03", "57014", "40P01", "42501"]

const codeOf = (error: unknown): unknown =>
  (error as { code?: unknown }).code ?? (error instanceof Error && error.cause ? codeOf(error.cause) : undefined)

const IN_USE =
  "The tables could not be upgraded, because another transaction holds one of them (a long query, or a backup). End it, then start again."
const NOT_OWNER = `The database user isn't allowed to create the tables. Make it the owner of the database ("alter database … owner to …", as a superuser), then start again.`
const POOLED =
  "The tables cannot be brought up to date through a pooler in transaction mode. Set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself."
const LONG =
  "Upgrading the tables takes longer than startup allows. Run `meishi migrate`, which has no time limit, then start again: it picks up where this one stopped."

/** Repeats what another transaction kept from happening. @throws ConfigError with one sentence */
async function persist<T>(work: () => Promise<T>, log: Options["log"]): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const code = codeOf(error)
      if (code === NOT_ALLOWED) throw new ConfigError(NOT_OWNER)
      if (code === TOO_LONG) throw new ConfigError(LONG)
      if (code !== TABLE_IN_USE && code !== DEADLOCK) throw error
      if (tries === LOCK_TRIES) throw new ConfigError(IN_USE)
      log?.warn("database.migration_waits", { reason: "another transaction holds a table", tries })
    }
  }
}

/** All of `migrations` in one transaction. */
async function apply(client: pg.PoolClient, migrations: MigrationMeta[], mayDefer: boolean): Promise<void> {
  await client.query("begin")
  try {
    const tables = mayDefer ? await tablesOf(client) : new Set<string>()
    for (const { sql, hash, folderMillis } of migrations) {
      for (const statement of sql) {
        const { now, later } = await deferredPart(client, statement, tables)
        if (now !== null) await client.query(now)
        if (later !== null) await keepDeferred(client, later)
      }
      await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
        hash,
        folderMillis,
      ])
    }
    await client.query("commit")
  } catch (error) {
    await client.query("rollback").catch(() => undefined)
    throw error
  }
}

/** As Drizzle's own migrator makes it. */
const MIGRATIONS_TABLE =
  "create schema if not exists drizzle; create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)"

/** A process that waits inside a statement holds a snapshot, for which an index built concurrently would wait. */
async function lock(client: pg.PoolClient, log: Options["log"]): Promise<void> {
  for (let polls = 1; ; polls++) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as locked", [LOCK])
    if (rows[0]?.locked === true) return
    await pause(LOCK_POLL_MS)
    if ((polls * LOCK_POLL_MS) % LOCK_SAID_EVERY_MS === 0)
      log?.warn("database.migration_waits", {
        reason: "another session upgrades the tables",
        ...(await holder(client)),
      })
  }
}

/** For pg_terminate_backend, should that session be the leftover of a pooler. */
async function holder(client: pg.PoolClient): Promise<{ backend_pid?: number; since?: string }> {
  const { rows } = await client.query(
    `select pid as backend_pid, backend_start::text as since from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = 0 and objid = $1 and granted and datname = current_database()`,
    [LOCK],
  )
  return rows[0] ?? {}
}

/**
 * Drizzle takes no lock of its own: without one, three starts out of four failed when four processes started at once. It also runs
 * everything in one transaction, in which no index can be built concurrently.
 * @returns the names of the migrations that it applied
 * @throws ConfigError with one sentence when this user may not create the extension or the tables, when the tables are newer than the
 * program, or when they cannot be changed now or through this pooler
 */
export async function migrate(
  {
    direct,
    engine,
    isPooled = false,
  }: Pick<OpenDatabase, "direct" | "engine"> & Partial<Pick<OpenDatabase, "isPooled">>,
  options: Options = {},
): Promise<readonly string[]> {
  const { upTo = JOURNAL.length, log, hasTimeLimit = true } = options
  if (isPooled) {
    // The lock would stay with the pooler's session, and every later upgrade would wait for it.
    const applied = await migrationsApplied({ pool: direct })
    refuseNewer(applied)
    if (applied < upTo) throw new ConfigError(POOLED)
    return []
  }
  const client = await direct.connect()
  const limitStatements = (lockMs: number) =>
    client.query(`set lock_timeout = ${lockMs}; set statement_timeout = ${hasTimeLimit ? STATEMENT_TIMEOUT_MS : 0}`)
  // Nobody waits behind these: they wait as long as a statement may.
  const finish = async () => {
    await limitStatements(0)
    await persist(() => finishDeferred(client, log), log)
  }
  try {
    await lock(client, log)
    const before = await migrationsApplied({ pool: client })
    refuseNewer(before)
    if (before > 0) await finish()
    if (before >= upTo) return []
    await ensureSearchExtension(client)
    const names = JOURNAL.slice(before, upTo)
    const started = performance.now()
    log?.info("database.migrating", { from: JOURNAL[before - 1] ?? "", to: names.at(-1) ?? "" })
    const migrations = readMigrationFiles({ migrationsFolder: FOLDER }).slice(before, upTo)
    // Others may write to tables that exist on a server: each migration holds them for itself only.
    const mayDefer = before > 0 && engine === "postgresql"
    await persist(() => client.query(MIGRATIONS_TABLE), log)
    for (const together of mayDefer ? migrations.map((each) => [each]) : [migrations]) {
      await limitStatements(LOCK_TIMEOUT_MS)
      await persist(() => apply(client, together, mayDefer), log)
      if (mayDefer) await finish()
    }
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
