// The sentences about accounts and their protection where the specification gives none: ours, or the auth protocol's.

/** Ours, in the words that clients of the auth protocol know. */
export const ACCOUNT = {
  invalidCredentials: "Invalid login credentials",
  emailNotConfirmed: "Email not confirmed",
  deactivated: "This account is deactivated.",
  badToken: "The access token is invalid or has expired.",
  sessionGone: "This session has ended. Please sign in again.",
  refreshUnknown: "Invalid Refresh Token: Refresh Token Not Found",
  refreshUsed: "Invalid Refresh Token: Already Used",
  linkExpired: "Email link is invalid or has expired",
  confirmAgain: "Confirm it is you first: enter your password or a code from your authenticator app.",
  tooManyMails: "Too many e-mails were sent to this address. Please wait before asking for another.",
  notOffered: "This way of signing in is not offered here.",
  active: "This account is active. Deactivate it first.",
  blockedTitle: "Account Deactivated",
  blocked: "Your account was deleted. Click the Reactivate button to re-enable it and continue using the platform.",
} as const

/** Ours: the links of confirmation emails; the first three in the protocol's words. */
export const VERIFY = {
  typeMissing: "Verify requires a verification type",
  typeUnknown: "Unsupported verification type",
  tokenMissing: "Verify requires a token or a token hash",
  passwordNeeded: "Enter the password of this account to confirm the email address.",
  passwordMissing: "Enter your password",
  passwordWrong: "This is not the password of this account",
  declinedTitle: "Account deleted",
  declined: "The account was deleted. You can sign up with this address at any time.",
  changeDeclinedTitle: "Request canceled",
  changeDeclined: "Your email address was not added to the account.",
  declineFailed: "This did not work",
} as const

/** Where the specification gives no sentence: the auth protocol's own. */
export const PROTOCOL = {
  badJson: "Could not parse request body as JSON",
  grantUnknown: "unsupported_grant_type",
  resendTypeMissing: "Missing one of these types: signup, email_change, sms, phone_change",
  resendEmailMissing: "Type provided requires an email address",
  recoverEmailMissing: "Password recovery requires an email",
} as const

/** Ours: data that programs keep with an account. */
export const USER_DATA = {
  shape: "The data must be an object.",
  deep: "The data is nested too deeply.",
  large: "The data is too large. At most 4 kB can be kept.",
  key: "The data holds a key that cannot be kept.",
  username: "The username cannot be changed here.",
} as const

/** Ours: undoing a change of an account's protection. */
export const UNDO = {
  expired: "This link is invalid or has expired, or the change was undone already.",
  emailTaken: "This email belongs to another account now, so the change cannot be undone here. Please contact support.",
} as const

/** Ours: the second factor. */
export const FACTOR = {
  needed: "Please confirm your second factor first.",
  unknown: "There is no such second factor.",
  nameTaken: "You have a second factor with this name already.",
  challengeExpired: "This took too long. Please try again.",
  codeWrong: "This code is not right, or was used before. Wait for the next one.",
  codeMissing: "Enter the six digits your authenticator app shows.",
  recoveryCodeMissing: "Enter one of your recovery codes.",
  recoveryCodeWrong: "This recovery code is not right, or was used before.",
  kindNotOffered: "This kind of second factor is not offered here.",
  tooMany: "You have as many second factors as possible. Remove one first.",
} as const

/** Ours: inviting people to sign up. */
export const INVITATION = {
  created: "Invitation created",
  sent: "Invitation sent",
  createFailed: "The invitation was not created",
  revoked: "Invitation revoked",
  revokeFailed: "The invitation was not revoked",
  used: "This invitation has been used already.",
  codeMissing: "Enter the code of your invitation",
  addressMissing: "Enter the email address to send it to",
} as const
