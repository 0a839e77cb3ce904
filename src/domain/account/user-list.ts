// What an administrator can narrow the list of users to.
export const USER_FILTERS = ["active", "deactivated"] as const
export type UserFilter = (typeof USER_FILTERS)[number]
