// The list of users as an administrator asks for it and gets it.
import * as z from "zod/mini"
import { SEARCH_MAX } from "./limits.ts"
import { GENERAL } from "./messages.ts"
import { ROLES, type Role } from "./roles.ts"

export const USER_FILTERS = ["active", "deactivated"] as const
export type UserFilter = (typeof USER_FILTERS)[number]

/** Moments are ISO 8601. */
export interface ListedUser {
  id: string
  username: string
  full_name: string
  signin_email: string
  /** false: nobody has followed the link of the letter yet */
  confirmed: boolean
  roles: Role[]
  has_factor: boolean
  created_at: string
  last_sign_in_at: string | null
  deleted_at: string | null
  deletion_scheduled_at: string | null
}

export interface UserPage {
  /** newest first */
  users: ListedUser[]
  /** where to go on; null: there are no more. A page that goes on may hold few, even none: so far has been searched */
  next: string | null
}

/** Where a page ended: microseconds since 1970, and the id. */
const CURSOR = /^\d{1,16}_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The part of the address behind `?`; what is empty is not asked for. */
export const userListQuery = z.object({
  q: z._default(
    z.pipe(
      z.string().check(z.maxLength(SEARCH_MAX, GENERAL.searchLong)),
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
