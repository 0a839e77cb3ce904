// What people read when they reset a password (specification sections 5 and 8).

export const RESET = {
  title: "Error",
  invalidOrExpired: "Password reset link is invalid or has expired",
  expired: "Password reset link has expired. Please request a new one.",
  invalid: "Invalid password reset link. Please request a new one.",
  noSession: "Invalid reset session. Please request a new password reset.",
  failed: "Failed to update password",
  doneTitle: "Success",
  done: "Your password has been updated successfully.",
} as const
