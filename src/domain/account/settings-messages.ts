// What people read about changes of their account (specification section 8); pages without them do not load it.

export const SETTINGS = {
  emailUpdated: "Sign-in email updated",
  emailFailed: "Error updating sign-in email",
  passwordUpdated: "Password updated",
  passwordFailed: "Error updating password",
  passwordUnanswered: "If your current password no longer works, the new one does.",
  resetSent: "Password reset email sent",
  resetFailed: "Error sending reset email",
  noEmail: "Error: No email address found",
  deactivated: "Account deactivated",
  deactivateFailed: "Error deactivating account",
  deactivatedDetail: (days: number) => `You can reactivate it within ${days} days by signing in.`,
} as const
