// Tables with a partition for each month (UTC), and a default one for rows of any other time: makes months ahead, and drops old ones.
import { sql } from "drizzle-orm"
import { dayOf } from "../../../domain/time.ts"
import type { OpenDatabase } from "./open.ts"
import type { Queries } from "./queries.ts"

type Connection = Pick<OpenDatabase, "db">

/** The tables, each with the column that tells the time of a row. All their rows belong to profiles. */
const TABLES = { card_taps: "tapped_at", profile_days: "day" } as const
export type MonthlyTable = keyof typeof TABLES

/** The number of migrations after which they are partitioned. */
export const PARTITIONED_SINCE = 26

/** Further ones than the current one. */
const MONTHS_AHEAD = 2

/** Any number that nothing else in the database uses. */
const LOCK = 7_390_175
/** While this change waits for a table, everyone else waits behind it: it gives up soon. */
const LOCK_TIMEOUT = "1s"
/** Saving a profile waits while a partition is made, which takes milliseconds. */
const STATEMENT_TIMEOUT = "5s"

/** The first moment of the month that is `count` months after that of `moment`. */
const monthAfter = (moment: Date, count: number): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + count))

/** A partition's name says which rows it has: those of a month, or all before a month. */
const nameOf = (table: MonthlyTable, month: Date): string => `${table}_${dayOf(month).slice(0, 7).replace("-", "_")}`
const nameBefore = (table: MonthlyTable, month: Date): string => nameOf(table, month).replace(table, `${table}_before`)

interface Partition {
  name: string
  /** the first moment that is later than its rows */
  until: Date
}

/** Without the default partition. */
async function partitionsOf(db: Queries, table: MonthlyTable): Promise<Partition[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${table}::regclass order by relname`)
  return rows.flatMap(({ name }) => {
    const [, before, year, month] = /_(before_)?(\d{4})_(\d\d)$/.exec(name) ?? []
    if (year === undefined) return []
    return [{ name, until: monthAfter(new Date(`${year}-${month}-01`), before === undefined ? 1 : 0) }]
  })
}

/**
 * Makes the partitions of the current month and the next ones in each table, where they are missing. Rows that arrived earlier move from the
 * default partition. Any number of processes may call it at once. @param since also the months from this moment on
 * @throws when a table is in use; then its rows go to the default partition, and the next call makes up for it
 */
export async function makeMonths({ db }: Connection, now: Date, since = now): Promise<void> {
  for (const table of Object.keys(TABLES) as MonthlyTable[]) {
    const there = await partitionsOf(db, table)
    const names = new Set(there.map(({ name }) => name))
    const last = monthAfter(now, MONTHS_AHEAD)
    for (let month = monthAfter(since, 0); month <= last; month = monthAfter(month, 1)) {
      const isWithinFirst = there.some(({ name, until }) => until > month && name === nameBefore(table, until))
      if (!names.has(nameOf(table, month)) && !isWithinFirst) await makeMonth(db, table, month)
    }
  }
}

/** No tap waits for it, except one that belongs into the default partition. */
async function makeMonth(db: Connection["db"], table: MonthlyTable, month: Date): Promise<void> {
  const name = nameOf(table, month)
  await alone(db, async (tx) => {
    if ((await partitionsOf(tx, table)).some((one) => one.name === name)) return
    const [parent, other, made, column] = [table, `${table}_other`, name, TABLES[table]].map((id) => sql.identifier(id))
    const from = sql.raw(`'${dayOf(month)} 00:00:00+00'`)
    const until = sql.raw(`'${dayOf(monthAfter(month, 1))} 00:00:00+00'`)
    // In the order in which deleting a profile locks them.
    await tx.execute(sql`lock table profiles in share row exclusive mode`)
    await tx.execute(sql`lock table only ${parent} in share update exclusive mode`)
    await tx.execute(sql`lock table ${other} in access exclusive mode`)
    await tx.execute(sql`create table ${made} (like ${parent} including defaults)`)
    await tx.execute(sql`
      with moved as (delete from ${other} where ${column} >= ${from} and ${column} < ${until} returning *)
      insert into ${made} select * from moved`)
    await tx.execute(sql`alter table ${parent} attach partition ${made} for values from (${from}) to (${until})`)
  })
}

/**
 * Drops the partitions in which every row is older than `before`. @returns their names
 * @throws when a query holds the table; then the next call makes up for it
 */
export async function dropMonths({ db }: Connection, table: MonthlyTable, before: Date): Promise<string[]> {
  const dropped: string[] = []
  for (const { name } of (await partitionsOf(db, table)).filter(({ until }) => until <= before))
    await alone(db, async (tx) => {
      if (!(await partitionsOf(tx, table)).some((one) => one.name === name)) return
      await tx.execute(sql`drop table ${sql.identifier(name)}`)
      dropped.push(name)
    })
  return dropped
}

/** Waits for other processes that do the same, each for a moment; `work` looks what is left to do. */
async function alone(db: Connection["db"], work: (tx: Queries) => Promise<void>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    await tx.execute(sql`
      select set_config('lock_timeout', ${LOCK_TIMEOUT}, true), set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`)
    await work(tx)
  })
}
