// The events of an account's security log, which its owner reads in the settings.

export const SECURITY_EVENTS = [
  "signed_in",
  "signed_in_with_reset_link",
  "password_changed",
  "email_change_requested",
  "email_changed",
  "second_factor_added",
  "second_factor_removed",
  "recovery_codes_created",
  "recovery_code_used",
  "session_ended",
  "other_sessions_ended",
  "data_exported",
  "deactivated",
  "reactivated",
  "change_undone",
] as const

export type SecurityEvent = (typeof SECURITY_EVENTS)[number]
