// What people read about signing up (specification section 8), confirming their address and inviting others; pages without it do not load it.

export const SIGNUP = {
  otherBrowser: "Open this page on your phone, or in Safari, Chrome or Edge.",
  otherBrowserOnPhone: "Open this page in Safari, Chrome or Edge.",
  usernameExists: "This username is already taken. Please choose a different username.",
  emailExists: "An account with this email address already exists. Please use another email address or login.",
  accountExists: "Username or email is already in use. Please try different values.",
  other: "An error occurred during signup. Please try again.",
  emailCheckFailed: "Unable to validate email availability",
  usernameCheckFailed: "Unable to validate username availability",
  checkFailed: "Unable to validate credentials",
  noUser: "Failed to create user account",
  missingCredentials: "You must provide either an email or phone number and a password",
  created: "Account created",
  createdTitle: "Account created successfully!",
  closed: "Signups not allowed for this instance",
  domainsOnly: (domains: readonly string[]) => `Accounts here need an email address at ${domains.join(" or ")}.`,
  tooMany: "Too many accounts are being created right now. Please try again later.",
  invitationRequired: "You need an invitation to create an account here.",
  invitationInvalid: "This invitation has been used, has expired or was revoked. Please ask for a new one.",
  invitationOther: "This invitation is for another email address.",
  passwordCommon: "This password is too common and easy to guess. Please choose a different one.",
} as const

/** Ours: the links of confirmation emails; the first three in the protocol's words. */
export const VERIFY = {
  typeMissing: "Verify requires a verification type",
  typeUnknown: "Unsupported verification type",
  tokenMissing: "Verify requires a token or a token hash",
  passwordNeeded: "Enter the password for this account to confirm the email address.",
  passwordMissing: "Enter your password",
  passwordWrong: "That's not the password for this account",
  passkeyWrong: "That passkey isn't for this account.",
  declinedTitle: "Account Deleted",
  declined: "You can sign up with this address at any time.",
  changeDeclinedTitle: "Request Canceled",
  changeDeclined: "Your email address was not added to the account.",
  declineFailed: "That didn't work",
} as const

/** Ours: inviting people to sign up. */
export const INVITATION = {
  created: "Invitation created",
  sent: "Invitation sent",
  createFailed: "Couldn't create the invitation",
  unanswered: "The invitation may have been created",
  unansweredDetail: "The server didn't answer. Check the list before you try again.",
  revoked: "Invitation revoked",
  revokeFailed: "Couldn't revoke the invitation",
  used: "This invitation has already been used.",
  codeMissing: "Enter your invitation code",
  addressMissing: "Enter the email address to send it to",
} as const
