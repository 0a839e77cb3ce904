// The events of an account's security log, which its owner reads in the settings.

/** What the owner reads. The device follows if one is known: "Signed in" on "Chrome on Android". */
export const SECURITY_EVENT_TEXT = {
  signed_in: "Signed in",
  signed_in_with_passkey: "Signed in with a passkey",
  signed_in_with_company_login: "Signed in with a company login",
  company_login_connected: "Company login connected",
  company_login_disconnected: "Company login disconnected",
  passkey_added: "Passkey added",
  passkey_removed: "Passkey removed",
  passkey_copied: "Sign-in blocked: a passkey may have been copied",
  password_changed: "Password changed",
  password_removed: "Password removed",
  password_reset: "Password reset with a link sent by email",
  email_change_requested: "New sign-in email requested",
  email_change_canceled: "Request for a new sign-in email canceled",
  email_changed: "Sign-in email changed",
  second_factor_added: "Two-step verification: app added",
  security_key_added: "Two-step verification: security key added",
  security_key_removed: "Two-step verification: security key removed",
  security_key_copied: "Sign-in blocked: a security key may have been copied",
  second_factor_removed: "Two-step verification: app removed",
  second_factor_removed_by_administrator: "Two-step verification turned off by an administrator",
  recovery_codes_created: "New recovery codes created",
  recovery_code_used: "Signed in with a recovery code; two-step verification turned off",
  wrong_codes: "Several wrong codes entered for two-step verification",
  session_ended: "Another device signed out",
  other_sessions_ended: "All other devices signed out",
  data_exported: "Data downloaded",
  data_exported_by_administrator: "Data downloaded by an administrator, for a data request",
  deactivated: "Account deactivated",
  deactivated_by_administrator: "Account deactivated by an administrator",
  reactivated: "Account reactivated",
  reactivated_by_administrator: "Account reactivated by an administrator",
  app_password_created: "App password created",
  app_password_revoked: "App password revoked",
  change_undone: "Changes undone with a link sent by email",
} as const

export type SecurityEvent = keyof typeof SECURITY_EVENT_TEXT
export const SECURITY_EVENTS = Object.keys(SECURITY_EVENT_TEXT) as SecurityEvent[]
