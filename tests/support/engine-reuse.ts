// The embedded engine of a test process. It takes most of a second to start, and a few milliseconds to empty: tests use it one after
// the other.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type pg from "pg"
import { connectTo, startEngine } from "../../src/server/platform/db/embedded/open-embedded.ts"
import { createLog } from "../../src/server/platform/log.ts"

const silent = createLog(() => undefined)
/** Few tests open more than one database at once; another engine would only cost memory. */
const SPARE_ENGINES = 1
/** The engine makes no checkpoints by itself: its log would grow with each test. */
const CHECKPOINT_EVERY = 20

type Started = Awaited<ReturnType<typeof startEngine>>
export interface RunningEngine extends Started {
  dir: string
  /** of the tables as the migrations left them */
  shape: string
  uses: number
}

const spare: RunningEngine[] = []

/** Changes with every table, column, index, constraint, trigger and function that is made, altered or dropped. */
const SHAPE = `
  select md5(string_agg(part, ',' order by part)) as shape from (
    select concat_ws(' ', 'class', oid, relname, relnatts, relhastriggers) as part from pg_class where oid >= 16384 and relkind <> 't'
    union all select concat_ws(' ', 'column', attrelid, attnum, attname, atttypid, attnotnull, atthasdef) from pg_attribute
      join pg_class on pg_class.oid = attrelid where attrelid >= 16384 and relkind <> 't'
    union all select concat_ws(' ', 'constraint', oid, conname) from pg_constraint where oid >= 16384
    union all select concat_ws(' ', 'trigger', oid, tgname, tgenabled) from pg_trigger
    union all select concat_ws(' ', 'function', oid, proname) from pg_proc where oid >= 16384
    union all select concat_ws(' ', 'setting', setdatabase, setrole, array_to_string(setconfig, ' ')) from pg_db_role_setting
  )`

const TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`

/** Numbers start at their first again. */
const SEQUENCES = `
  select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
  from pg_sequences where last_value is not null and schemaname <> 'drizzle'`

async function shapeOf(pool: pg.Pool): Promise<string> {
  return (await pool.query<{ shape: string }>(SHAPE)).rows[0]?.shape ?? ""
}

async function withPool<T>(
  { engine, dir }: Pick<RunningEngine, "engine" | "dir">,
  work: (pool: pg.Pool) => Promise<T>,
) {
  const { pool, close } = connectTo(engine, dir, silent)
  try {
    return await work(pool)
  } finally {
    await close()
  }
}

/** Deleted rows stay in the files until they are truncated, and every search reads them. */
const SIZE = `select coalesce(sum(pg_relation_size(oid)), 0)::int as bytes from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`
const LARGE_BYTES = 2_000_000

async function isLarge(pool: pg.Pool): Promise<boolean> {
  return ((await pool.query<{ bytes: number }>(SIZE)).rows[0]?.bytes ?? 0) > LARGE_BYTES
}

const tablesOf = async (pool: pg.Pool) => (await pool.query<{ name: string }>(TABLES)).rows.map(({ name }) => name)

/** New files for every table and index: thorough, and slow. */
async function truncateAll(pool: pg.Pool): Promise<void> {
  await pool.query(`truncate ${(await tablesOf(pool)).join(", ")}`)
  await pool.query("checkpoint")
}

/** Most tests leave a few rows in a few tables. */
async function deleteAll(pool: pg.Pool): Promise<void> {
  const filled = (await tablesOf(pool)).map((name) => `select '${name}' as name where exists (select 1 from ${name})`)
  const { rows } = await pool.query<{ name: string }>(filled.join(" union all "))
  // As a replica it fires no triggers and checks no references, so that the order does not matter.
  const deletes = rows.map(({ name }) => `delete from ${name};`).join(" ")
  await pool.query(`begin; set local session_replication_role = replica; ${deletes} commit`)
}

/** @returns whether the database is again as it was at the start */
async function isEmptied(running: RunningEngine): Promise<boolean> {
  return withPool(running, async (pool) => {
    if ((await shapeOf(pool)) !== running.shape) return false
    const isThorough = running.uses % CHECKPOINT_EVERY === 0 || (await isLarge(pool))
    await (isThorough ? truncateAll(pool) : deleteAll(pool))
    await pool.query(SEQUENCES)
    return true
  }).catch(() => false)
}

/** @param copyTemplate makes the files of a migrated database, for when no engine is waiting */
export async function takeEngine(copyTemplate: (dir: string) => Promise<void>): Promise<RunningEngine> {
  const waiting = spare.pop()
  if (waiting !== undefined) return waiting
  const dir = join(await mkdtemp(join(tmpdir(), "meishi-engine-")), "database")
  await copyTemplate(dir)
  const started = { ...(await startEngine(dir, silent)), dir }
  return { ...started, shape: await withPool(started, shapeOf), uses: 0 }
}

/** Empties it for the next test, or ends it when a test changed its tables or broke it. */
export async function returnEngine(running: RunningEngine): Promise<void> {
  running.uses += 1
  if (spare.length < SPARE_ENGINES && (await isEmptied(running))) {
    spare.push(running)
    return
  }
  await running.close()
  await rm(dirname(running.dir), { recursive: true, force: true })
}
