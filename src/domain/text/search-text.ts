// What administrators type to find users and cards.
import * as z from "zod/mini"
import { SEARCH_MAX } from "../limits.ts"
import { GENERAL } from "../messages.ts"
import { maxLength } from "./text-length.ts"

/** Lists show usernames as `@name`, and that is how they are copied. */
export const withoutAt = (typed: string): string => typed.trim().replace(/^@/, "")

export const searchText = z._default(
  z.pipe(
    z.string().check(maxLength(SEARCH_MAX, GENERAL.searchLong)),
    // In the searched text, line breaks separate the fields.
    z.transform((typed) => withoutAt(typed.toWellFormed().replaceAll("\0", "").replace(/\s/g, " "))),
  ),
  "",
)
