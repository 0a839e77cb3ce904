// What an administrator asks of users: a list, and another role for one of them.
import * as z from "zod/mini"
import { SEARCH_MAX } from "../limits.ts"
import { GENERAL } from "../messages.ts"
import { maxLength } from "../text/text-length.ts"
import { ROLES } from "./roles.ts"
import { USER_FILTERS } from "./user-list.ts"

/** Where a page ended: microseconds since 1970, and the id. */
const CURSOR = /^\d{1,16}_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The part of the address behind `?`; what is empty is not asked for. */
export const userListQuery = z.object({
  q: z._default(
    z.pipe(
      z.string().check(maxLength(SEARCH_MAX, GENERAL.searchLong)),
      // Line breaks divide what is searched.
      z.transform((typed) => typed.toWellFormed().replaceAll("\0", "").replace(/\s/g, " ").trim()),
    ),
    "",
  ),
  status: z._default(z.enum(["", ...USER_FILTERS], { error: GENERAL.badRequest }), ""),
  cursor: z._default(z.string().check(z.refine((text) => text === "" || CURSOR.test(text), GENERAL.badRequest)), ""),
})
export type UserListQuery = z.infer<typeof userListQuery>

export const roleForm = z.object({ role: z.enum(ROLES, { error: GENERAL.badRequest }) })
