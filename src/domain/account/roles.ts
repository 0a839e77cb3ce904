// Who may be what (specification section 6).

export const ROLES = ["user", "moderator", "admin"] as const
export type Role = (typeof ROLES)[number]
/** The choice an administrator is offered first when adding a role. */
export const DEFAULT_NEW_ROLE: Role = "user"
