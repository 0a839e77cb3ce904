// Pages of a list. A page starts after the last row of the previous one, so no page costs more than the first.
import * as z from "zod/mini"
import { GENERAL } from "./messages.ts"

export interface Page<Item> {
  items: Item[]
  /** the cursor of the next page; null: this is the last one */
  next: string | null
}

/** Where a page ended. */
export interface Position {
  /** what the list is sorted by: a moment in microseconds since 1970 (databases count finer than JavaScript), or a row's number */
  rank: string
  /** a UUID that decides between rows of the same rank; all zeros where ranks are unique */
  id: string
}

const NO_ID = "00000000-0000-0000-0000-000000000000"
const CURSOR = /^(\d{1,16})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

export const cursorOf = ({ rank, id = NO_ID }: { rank: string; id?: string }): string => `${rank}_${id}`

/** @returns null for the first page, whose cursor is empty */
export function positionOf(cursor: string): Position | null {
  const [, rank, id] = CURSOR.exec(cursor) ?? []
  return rank === undefined || id === undefined ? null : { rank, id }
}

/** The query parameter of every list. A malformed one gets the same refusal everywhere. */
export const cursorParameter = z.prefault(
  z.pipe(
    z.string().check(z.refine((cursor) => cursor === "" || CURSOR.test(cursor), GENERAL.badRequest)),
    z.transform(positionOf),
  ),
  "",
)

/** Cuts rows to a page of at most `size`. One row more shows that there is a next page. */
export function pageOf<Row>(rows: Row[], size: number, cursorAt: (row: Row) => string): Page<Row> {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: rows.length > size && last !== undefined ? cursorAt(last) : null }
}
