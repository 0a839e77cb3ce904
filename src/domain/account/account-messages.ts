// The sentences about accounts and their protection where the specification gives none: ours, or the auth protocol's.

/** Ours, in the words that clients of the auth protocol know. */
export const ACCOUNT = {
  invalidCredentials: "Invalid login credentials",
  emailNotConfirmed: "Email not confirmed",
  deactivated: "This account is deactivated.",
  sessionGone: "This session has ended. Please sign in again.",
  refreshUnknown: "Invalid Refresh Token: Refresh Token Not Found",
  refreshUsed: "Invalid Refresh Token: Already Used",
  linkExpired: "Email link is invalid or has expired",
  confirmAgain: "Please confirm it's you first.",
  tooManyMails: "Too many emails were sent to this address. Please wait before asking for another.",
  notOffered: "This way to sign in isn't available on this site.",
  active: "This account is active. Deactivate it first.",
  blockedTitle: "Account Deactivated",
  blocked: "Your account was deleted. Click the Reactivate button to re-enable it and continue using the platform.",
} as const

/** The auth protocol's own. Other refusals of a code share its code, so the website knows it by these words. */
export const PROTOCOL_FACTOR = { codeWrong: "Invalid TOTP code entered" } as const

/** Where the specification gives no sentence: the auth protocol's own. */
export const PROTOCOL = {
  badJson: "Could not parse request body as JSON",
  grantUnknown: "unsupported_grant_type",
  resendTypeMissing: "Missing one of these types: signup, email_change, sms, phone_change",
  resendEmailMissing: "Type provided requires an email address",
  resendAddressMissing: "Missing email address or phone number",
  recoverEmailMissing: "Password recovery requires an email",
  bearerMissing: "This endpoint requires a valid Bearer token",
  jwt: (why: string) => `invalid JWT: unable to parse or verify signature, ${why}`,
  jwtClaims: "invalid token: missing claims",
  sessionGone: "Session from session_id claim in JWT does not exist",
  notAdmin: "User not allowed",
  logoutScope: (scope: string) => `Unsupported logout scope ${JSON.stringify(scope)}`,
  factorUnknown: "Factor not found",
  factorNameTaken: (name: string) =>
    `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
  factorKind: "factor_type needs to be totp, phone, or webauthn",
  tooManyFactors: "Maximum number of verified factors reached, unenroll to continue",
  challengeExpired: (id: string) =>
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  factorToUpdate: "AAL2 session is required to update email or password when MFA is enabled.",
  factorToEnrol: "AAL2 required to enroll a new factor",
  factorToUnenrol: "AAL2 required to unenroll verified factor",
  otpDisabled: "Signups not allowed for otp",
  magicLinkDisabled: "Login with magic link is disabled",
  samlDisabled: "SAML 2.0 is disabled",
  linkingDisabled: "Manual linking is disabled",
  oauthServerDisabled: "OAuth server is disabled",
  oauthStateUnknown: "OAuth state not found or expired",
  providerDisabled: "Unsupported provider: provider is not enabled",
  issuerDisabled: (issuer: string) => `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`,
  web3Disabled: "Web3 provider is disabled",
  codeVerifierMissing: "invalid request: both auth code and code verifier should be non-empty",
  flowStateUnknown: "invalid flow state, no valid flow state found",
  phoneSignUpDisabled: "Phone signups are disabled",
  phoneSignInDisabled: "Phone logins are disabled",
  phoneFactorDisabled: "MFA enroll is disabled for Phone",
} as const

/** The auth protocol's own, of limits. Several limits share a code, so the website tells them apart by these. */
export const PROTOCOL_LIMIT = {
  requests: "Request rate limit reached",
  emails: "email rate limit exceeded",
  emailTooSoon: (seconds: number) => `For security purposes, you can only request this after ${seconds} seconds.`,
} as const

/** Ours: data that programs keep with an account. */
export const USER_DATA = {
  shape: "The data must be an object.",
  deep: "The data is nested too deeply.",
  large: "The data is too large. The limit is 4 kB.",
  key: "The data has a key that can't be stored.",
  username: "The username cannot be changed here.",
} as const

/** Ours: undoing a change of an account's protection. */
export const UNDO = {
  expired: "This link is invalid or has expired, or the change was already undone.",
  emailTaken: "Another account now uses this email, so the change can't be undone here. Please contact support.",
} as const

/** Ours: the second factor, as people read it. */
export const FACTOR = {
  neededFrom: (day: string) => `Your account needs two-step verification by ${day}`,
  neededNow: "Your account needs two-step verification to continue",
  needed: "Please complete two-step verification first.",
  unknown: "We couldn't find this two-step verification method. It may have been removed.",
  nameTaken: "You already have a method with this name.",
  challengeExpired: "This took too long. Please try again.",
  codeWrong: "That code didn't work. Wait for the next one.",
  codesUnreadable: "We can't check the codes from your authenticator app. Use a recovery code, or contact support.",
  codeMissing: "Enter the six digits your authenticator app shows.",
  recoveryCodeMissing: "Enter one of your recovery codes.",
  recoveryCodeWrong: "That recovery code didn't work. Each one works only once.",
  tooMany: "You've reached the limit for two-step verification methods. Remove one first.",
  keyExists: "This security key is already set up for your account.",
  keyElsewhere: (host: string) =>
    `Your security key was set up for ${host} and doesn't work at this site's current address. Use a recovery code.`,
  keyNotUsed: "No security key was used. Please try again.",
  keyImpossible: "This browser can't use your security key here. Try another browser, or use a recovery code.",
  keyNotHere: "This browser can't use security keys here.",
  keyAdded: "Security key added",
  keyNotAdded: "No security key was added.",
  keyRefused: "That security key didn't work. Use one that you set up for this account.",
} as const

/** Ours: passwords of phones and programs. */
export const APP_PASSWORD = {
  tooMany: "You've reached the limit for app passwords. Revoke one first.",
  needed: "Sign in with your email and an app password, which you can create in your settings.",
  httpsNeeded: "This address book works only over HTTPS.",
} as const

/** Ours: ways in that the operator switched off. */
export const SWITCHED_OFF = {
  password: "Signing in with a password is turned off on this site.",
  passkey: "Signing in with a passkey is turned off on this site.",
} as const
