// Positions in a list that is sorted by a moment, as the database computes and compares them.
import { type SQL, type SQLWrapper, sql } from "drizzle-orm"
import type { Position } from "../../../domain/page.ts"

/** The rank of a row: microseconds since 1970. */
export const rankOf = (moment: SQLWrapper) => sql<string>`(extract(epoch from ${moment}) * 1000000)::bigint::text`

const valuesOf = ({ rank, id }: Position) =>
  sql`('epoch'::timestamptz + ${rank}::bigint * interval '1 microsecond', ${id}::uuid)`

/** For lists with the newest rows first: only the rows behind the position; all rows when it is null. */
export const isOlder = (position: Position | null, moment: SQLWrapper, id: SQLWrapper): SQL | undefined =>
  position === null ? undefined : sql`(${moment}, ${id}) < ${valuesOf(position)}`

/** The same for lists with the oldest rows first. */
export const isNewer = (position: Position | null, moment: SQLWrapper, id: SQLWrapper): SQL | undefined =>
  position === null ? undefined : sql`(${moment}, ${id}) > ${valuesOf(position)}`
