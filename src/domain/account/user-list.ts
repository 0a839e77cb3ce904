// The list of users as an administrator gets it.
import type { Role } from "./roles.ts"

export const USER_FILTERS = ["active", "deactivated"] as const
export type UserFilter = (typeof USER_FILTERS)[number]

/** Moments are ISO 8601. */
export interface ListedUser {
  id: string
  username: string
  full_name: string
  signin_email: string
  /** false: nobody has followed the link of the email yet */
  confirmed: boolean
  roles: Role[]
  has_factor: boolean
  created_at: string
  last_sign_in_at: string | null
  deleted_at: string | null
  deletion_scheduled_at: string | null
  /** taken from view after a report */
  hidden_at: string | null
}

export interface UserPage {
  /** newest first */
  users: ListedUser[]
  /** where to go on; null: there are no more. A page that goes on may hold few, even none: so far has been searched */
  next: string | null
}
