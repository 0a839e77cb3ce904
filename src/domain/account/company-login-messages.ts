// What people read about signing in with their company's login; pages without it do not load it.

/** Ours: signing in with the company's login, as people read it. */
export const COMPANY_LOGIN = {
  required: (name: string) => `Use ${name} to sign in with this email address.`,
  unknown: "This company login isn't available on this site.",
  failed: "The company login didn't work. Please try again.",
  unavailable: "We can't reach the company login right now. Please try again in a few minutes.",
  canceled: "You canceled the company login.",
  expired: "This took too long or started in another browser. Please try again.",
  noAccount: "You don't have an account here yet. Contact support to get one.",
  emailUnconfirmed: "Your company login hasn't confirmed your email address, so no account was created.",
  needsConnecting:
    "An account with your email address already exists. Sign in to it, then connect your company login in your settings.",
  otherLogin: (name: string) =>
    `The account with your email address is connected to another login at ${name}. Contact support for help.`,
  exists: "This company login is already connected to an account, or your account already has one.",
  identityUnknown: "We couldn't find this company login. It may have been disconnected.",
  lastWayIn: "You need another way to sign in first. Set a password with “Forgot password?” on the login page.",
  onlyWayIn: "This company login is your only way to sign in.",
  notProved: "Your company login didn't ask for your password again, so we can't be sure it's you.",
  otherPerson: "You signed in to the company login as someone else.",
  challengeMissing: "code_challenge with code_challenge_method S256 is required",
  verifierWrong: "code challenge does not match previously saved code verifier",
  logoutTokenInvalid: "invalid logout token",
  connected: "Company login connected",
  disconnected: "Company login disconnected",
  proved: "Identity confirmed",
  provedDetail: "You can continue now.",
  failedTitle: "Error updating company logins",
} as const
