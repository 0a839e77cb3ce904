// The roles of users (specification section 6).

export const ROLES = ["user", "moderator", "admin"] as const
export type Role = (typeof ROLES)[number]
/** The first choice when an administrator adds a role. */
export const DEFAULT_NEW_ROLE: Role = "user"
