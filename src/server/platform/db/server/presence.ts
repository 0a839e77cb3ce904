// Lets the other processes see that this one lives: while its listening connection lasts, it holds a lock of its own.
import { randomInt } from "node:crypto"
import { type SQL, type SQLWrapper, sql } from "drizzle-orm"
import type pg from "pg"

/** Any number that no other lock of two keys in the database uses. */
const LOCKS = 7_390_175
const NUMBERS = 2 ** 31 - 1

export interface Presence {
  number: number
  /** for a column with the number of a process: true once that process has no connection */
  isGone: ((column: SQLWrapper) => SQL) | null
}

const isGone = (column: SQLWrapper): SQL => sql`not exists (
  select 1 from pg_locks where locktype = 'advisory' and classid = ${LOCKS} and objid = ${column}::oid and objsubid = 2
    and database = (select oid from pg_database where datname = current_database()))`

export const newPresence = (): Presence => ({ number: randomInt(1, NUMBERS), isGone })

/** For the only process of an embedded database. */
export const onlyPresence: Presence = { number: 1, isGone: null }

/** For as long as `client` is connected. */
export async function show({ number }: Presence, client: pg.Client): Promise<void> {
  await client.query("select pg_try_advisory_lock($1, $2)", [LOCKS, number])
}
