// Reads and writes rows as text that the database itself makes and parses, so that no value passes through our own code.
import pg from "pg"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { CARRIED, LEFT_BEHIND } from "./manifest.ts"

type Pool = OpenDatabase["pool"]
type Client = pg.PoolClient

const ROWS_AT_ONCE = 1_000
const quoted = pg.escapeIdentifier

/** One moment of the whole database, however long `work` takes; on the embedded engine all other queries wait. */
export const atOneMoment = <T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> =>
  inTransaction(pool, "begin isolation level repeatable read read only; set local timezone = 'UTC'", work)

/** All or nothing. */
export const inOnePiece = <T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> =>
  inTransaction(pool, "begin", work)

async function inTransaction<T>(pool: Pool, begin: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = true
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query("commit")
    isBroken = false
    return result
  } catch (error) {
    await client.query("rollback").then(
      () => {
        isBroken = false
      },
      () => undefined,
    )
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** The database's own time. */
export async function timeNow(pool: Pool): Promise<Date> {
  return (await pool.query<{ now: Date }>("select now() as now")).rows[0]?.now ?? new Date(0)
}

/** Columns that can be written, by table; only tables that exist. */
export async function columnsOf(client: Pick<Client, "query">): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name::text as table, array_agg(column_name::text order by ordinal_position) as columns
      from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by 1`,
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/** A line of JSON per row. */
export async function* linesOf(client: Client, table: string): AsyncGenerator<string[]> {
  await client.query(`declare rows no scroll cursor for select row_to_json(t)::text as line from ${quoted(table)} t`)
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from rows`)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await client.query("close rows")
}

/** A row that the database refuses: a duplicate, or one that points to nothing. */
export class NotTaken extends Error {
  /** which of the lines, from 0 */
  readonly at: number
  /** such as "column user_id" */
  readonly columns: string
  /** never includes a value */
  readonly reason: string

  constructor(at: number, cause: pg.DatabaseError) {
    super("the database refuses a row", { cause })
    this.at = at
    const names = /^Key \((.+?)\)=/.exec(cause.detail ?? "")?.[1] ?? cause.column
    this.columns = names === undefined ? "a column" : `column ${names}`
    this.reason = REASONS.get(cause.code ?? "") ?? "the database refuses it"
  }
}

/** By SQLSTATE. */
const REASONS = new Map([
  ["23505", "another row has the same"],
  ["23503", "refers to a row that does not exist"],
])

/** SQLSTATE: data exception, integrity constraint violation. */
const isRefusedRow = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? "")

async function insertTogether(client: Client, table: string, columns: string[], lines: string[]): Promise<void> {
  const names = columns.map(quoted).join(", ")
  const into = quoted(table)
  await client.query("savepoint lines")
  try {
    await client.query(
      `insert into ${into} (${names}) overriding system value
        select ${names} from json_populate_recordset(null::${into}, $1::json)`,
      [`[${lines.join(",")}]`],
    )
  } catch (error) {
    if (isRefusedRow(error)) await client.query("rollback to savepoint lines")
    throw error
  }
  await client.query("release savepoint lines")
}

/** Inside a transaction. @param lines JSON objects, one per row @throws NotTaken for the first row that the database refuses */
export async function insertLines(client: Client, table: string, columns: string[], lines: string[]): Promise<void> {
  try {
    await insertTogether(client, table, columns, lines)
  } catch (error) {
    if (!isRefusedRow(error)) throw error
    for (const [at, line] of lines.entries())
      await insertTogether(client, table, columns, [line]).catch((refused) => {
        throw isRefusedRow(refused) ? new NotTaken(at, refused) : refused
      })
  }
}

export async function countRows(client: Client, table: string): Promise<number> {
  const { rows } = await client.query(`select count(*)::int as n from ${quoted(table)}`)
  return Number(rows[0]?.n)
}

/** Generated numbers continue after the highest restored one. */
export async function continueNumbers(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name::text as table, column_name::text as column from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES' and table_name not in (select relname from pg_class where relispartition)`,
  )
  for (const { table, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(column)}), 0) + 1, false) from ${quoted(table)}`,
      [quoted(table), column],
    )
}

export async function setAddress(client: Client, field: string, id: string, address: string): Promise<void> {
  await client.query(`update profiles set ${quoted(field)} = $2 where id = $1`, [id, address])
}

/** What the profile names now; empty when it is gone. */
export async function addressNow(pool: Pool, field: string, id: string): Promise<string> {
  const { rows } = await pool.query(`select ${quoted(field)} as address from profiles where id = $1`, [id])
  return String(rows[0]?.address ?? "")
}

/** The name of a table that has rows, or null. Locks the tables against writes until the transaction ends. */
export async function lockIfEmpty(client: Client): Promise<string | null> {
  const there = await columnsOf(client)
  const tables = CARRIED.filter((table) => there.has(table))
  if (tables.length > 0) await client.query(`lock table ${tables.map(quoted).join(", ")} in share row exclusive mode`)
  for (const table of tables) {
    const { rows } = await client.query(`select exists(select 1 from ${quoted(table)}) as filled`)
    if (rows[0]?.filled === true) return table
  }
  return null
}

/** Drops the empty tables, so that they can be made as an earlier version had them. */
export async function dropTables(client: Client): Promise<void> {
  for (const table of [...CARRIED, ...LEFT_BEHIND]) await client.query(`drop table if exists ${quoted(table)} cascade`)
  await client.query("drop table if exists drizzle.__drizzle_migrations")
}
