// What a migration leaves for after its commit, so that no writer waits for it: on tables that hold rows, indexes are built concurrently
// and constraints are checked without a lock. It is written down in the migration's transaction, so that a start that is killed
// meanwhile is continued by the next.
import type pg from "pg"
import type { Log } from "../log.ts"

interface Step {
  /** of the index; null: a constraint is checked */
  index: string | null
  statement: string
}

interface Parts {
  /** runs in the transaction; null: nothing */
  now: string | null
  later: Step | null
}

const INDEX = /^\s*(create(?: unique)? index)( "([^"]+)" on "([^"]+)"[\s\S]+)$/i
const CONSTRAINT = /^\s*alter table (?:"[^"]+"\.)?"([^"]+)" add constraint "([^"]+)" (?:foreign key|check)\b/i

/** Ids of the tables that others may write to. Partitioned tables can do neither of the two. */
export async function tablesOf(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query(
    "select oid::text from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace",
  )
  return new Set(rows.map(({ oid }) => oid))
}

/** @param tables those that existed before the transaction, whatever they are called by now */
export async function deferredPart(
  client: pg.ClientBase,
  statement: string,
  tables: ReadonlySet<string>,
): Promise<Parts> {
  const [, create, rest, index = null, indexed] = INDEX.exec(statement) ?? []
  const [, constrained, constraint] = CONSTRAINT.exec(statement) ?? []
  const table = indexed ?? constrained
  if (tables.size === 0 || table === undefined || !tables.has(await idOf(client, table)))
    return { now: statement, later: null }
  if (index !== null) return { now: null, later: { index, statement: `${create} concurrently${rest}` } }
  return {
    now: `${statement.trim().replace(/;$/, "")} not valid`,
    later: { index: null, statement: `alter table "${table}" validate constraint "${constraint}"` },
  }
}

async function idOf(client: pg.ClientBase, table: string): Promise<string> {
  const { rows } = await client.query("select to_regclass(quote_ident($1))::oid::text as id", [table])
  return String(rows[0]?.id)
}

export async function keepDeferred(client: pg.ClientBase, { index, statement }: Step): Promise<void> {
  await client.query(
    "create table if not exists drizzle.deferred_steps (id serial primary key, index_name text, statement text not null)",
  )
  await client.query("insert into drizzle.deferred_steps (index_name, statement) values ($1, $2)", [index, statement])
}

/** Outside a transaction. May be repeated after any failure. */
export async function finishDeferred(client: pg.ClientBase, log?: Pick<Log, "info">): Promise<void> {
  const { rows: known } = await client.query("select to_regclass('drizzle.deferred_steps') is not null as known")
  if (known[0]?.known !== true) return
  const { rows } = await client.query("select id, index_name, statement from drizzle.deferred_steps order by id")
  for (const { id, index_name, statement } of rows) {
    const started = performance.now()
    if (index_name === null || !(await isBuilt(client, index_name))) await client.query(statement)
    await client.query("delete from drizzle.deferred_steps where id = $1", [id])
    log?.info("database.migration_step", { step: statement, ms: Math.round(performance.now() - started) })
  }
}

/** Removes what an interrupted build leaves: PostgreSQL keeps it up to date, but never uses it. */
async function isBuilt(client: pg.ClientBase, index: string): Promise<boolean> {
  const { rows } = await client.query(
    "select indisvalid from pg_index where indexrelid = to_regclass(quote_ident($1))",
    [index],
  )
  if (rows[0]?.indisvalid === false) await client.query(`drop index concurrently "${index}"`)
  return rows[0]?.indisvalid === true
}
