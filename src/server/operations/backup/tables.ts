// Which tables an archive carries, and which it leaves behind and why.

/** In the order in which they can be filled: anyone who is pointed to comes first. */
export const CARRIED = [
  "users",
  "profiles",
  "user_roles",
  "card_urls",
  "factors",
  "recovery_codes",
  "card_taps",
  "profile_days",
  "reports",
  "audit",
  "security_events",
  "invitations",
] as const

export type CarriedTable = (typeof CARRIED)[number]

/**
 * What only counts for the running instance. An archive opens nobody's session, brings back no link that was used or
 * voided meanwhile, and sends no email a second time.
 */
export const LEFT_BEHIND = [
  "sessions",
  "one_time_tokens",
  "known_devices",
  "undo_links",
  "mail_outbox",
  "rate_limits",
] as const
