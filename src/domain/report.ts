// What anyone may report about a profile, and what a moderator makes of it.

export const REPORT_REASONS = ["impersonation", "spam", "fraud", "offensive", "illegal", "other"] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** hidden: the profile was taken from view; dismissed: nothing was wrong. */
export const REPORT_OUTCOMES = ["hidden", "dismissed"] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]
