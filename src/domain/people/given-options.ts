// What owners choose about the details that visitors leave. Without schemas, because the settings load it.

/** How long an owner keeps what visitors gave, in days; 0: until it is deleted. */
export const RETENTIONS = { 0: "until you delete them", 30: "30 days", 365: "1 year", 1095: "3 years" } as const
export const RETENTION_DAYS = [0, 30, 365, 1095] as const
export type RetentionDays = (typeof RETENTION_DAYS)[number]

/** When an owner gets an email about new people. */
export const NOTICES = ["off", "daily", "each"] as const
export type Notices = (typeof NOTICES)[number]
