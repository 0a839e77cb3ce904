// What is wrong with a username, a name or a password of an account (specification section 5). Forms load it with their rules.

export const ACCOUNT_FIELD = {
  loginPasswordShort: "Password must be at least 6 characters",
  usernameShort: "Username must be at least 3 characters",
  usernameCharacters: "Username can only contain lowercase letters, numbers, underscores and hyphens",
  usernameTaken: "This username is already taken",
  usernameLong: "Username must be at most 40 characters",
  usernameReserved: "This username is reserved. Please choose a different username.",
  fullNameShort: "Full name must be at least 2 characters",
  signupPasswordShort: "Password must be at least 8 characters",
  passwordsDiffer: "Passwords don't match",
  termsRequired: "You must agree to the terms, privacy policy, and acceptable use policy",
  currentPasswordRequired: "Current password is required",
  newPasswordShort: "Password must be at least 6 characters",
  confirmPassword: "Please confirm your new password",
  confirmFirstPassword: "Please confirm your password",
  resetPasswordsDiffer: "Passwords do not match",
  resetPasswordShort: "Password must be at least 6 characters long",
} as const
