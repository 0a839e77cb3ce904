// The state of the database and the number of its rows.
import { desc, eq, getTableName, isNull, type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Counts, RowCount } from "../../../api/operations.ts"
import { ROWS_COUNTED_MAX } from "../../../domain/limits.ts"
import { users } from "../../platform/db/auth-schema.ts"
import type { Database } from "../../platform/db/queries.ts"
import { audit, card_taps, card_urls, profiles, reports } from "../../platform/db/schema.ts"

async function one<Row extends Record<string, unknown>>(db: Database, query: SQL): Promise<Row> {
  const row = (await db.execute<Row>(query)).rows[0]
  if (row === undefined) throw new Error("a query that always has a row gave none")
  return row as Row
}

/** Counts up to the limit, so that a large table costs no more. */
async function countRows(db: Database, table: PgTable): Promise<RowCount> {
  const some = sql`select 1 from ${table} limit ${ROWS_COUNTED_MAX + 1}`
  const { rows } = await one<{ rows: number }>(db, sql`select count(*)::int as rows from (${some}) counted`)
  if (rows <= ROWS_COUNTED_MAX) return { rows, isEstimate: false }
  const name = getTableName(table)
  const estimate = sql`
    select sum(greatest(reltuples, 0))::float8 as rows from pg_class
    where relkind = 'r' and (oid = ${name}::regclass or oid in (select relid from pg_partition_tree(${name})))`
  return { rows: Math.max(rows, (await one<{ rows: number }>(db, estimate)).rows), isEstimate: true }
}

export async function countEverything(db: Database): Promise<Counts> {
  return {
    users: await countRows(db, users),
    profiles: await countRows(db, profiles),
    cards: await countRows(db, card_urls),
    taps: await countRows(db, card_taps),
    open_reports: { rows: await db.$count(reports, isNull(reports.resolved_at)), isEstimate: false },
  }
}

export async function databaseState(db: Database): Promise<{ version: string; bytes: number }> {
  const { version, bytes } = await one<{ version: string; bytes: string }>(
    db,
    sql`select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`,
  )
  return { version, bytes: Number(bytes) }
}

/** When an account was last purged. */
export async function lastPurge(db: Database): Promise<Date | null> {
  const rows = await db
    .select({ at: audit.at })
    .from(audit)
    .where(eq(audit.action, "account.purged"))
    .orderBy(desc(audit.id))
    .limit(1)
  return rows[0]?.at ?? null
}
