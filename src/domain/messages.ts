// Every sentence of the specification's sections 5 and 8 that people may read, word for word. They exist only here; those
// that few pages load have their own files: account/field-messages.ts, admin-messages.ts, card/card-messages.ts, name-messages.ts.

export const FIELD = {
  emailInvalid: "Please enter a valid email address",
  nameRequired: "Name is required",
  contactEmailInvalid: "Please enter a valid email",
  urlInvalid: "Please enter a valid URL",
  phoneInvalid: "Please enter a single phone number without an extension, such as (555) 123-4567 or +49 30 1234567",
  tooLong: "This is too long",
  roomLeft: (count: number) => `${count} ${count === 1 ? "character" : "characters"} left`,
  tooMany: (count: number) => `${count} ${count === 1 ? "character" : "characters"} over the limit`,
  notText: "This must be text",
  accentUnknown: "Please choose one of the colors",
  currentPasswordWrong: "Current password is incorrect",
  lookUnknown: "Please choose one of the looks",
} as const

export const ITEM = {
  handleInvalid: "Please enter a valid username or link for this service",
  dateInvalid: "Please enter a valid date",
  empty: "Please fill this in, or remove it",
  invalid: "Please check this item",
  tooMany: "A profile can have up to 50 items",
} as const

export const AUTH = {
  welcome: "Welcome back",
  signedIn: "You have successfully signed in.",
  signInFailed: "Error signing in",
  signOutFailed: "Error signing out",
  emailUpdated: "Email updated",
  emailUpdatedDetail: "We've sent a confirmation to your new email address.",
  emailUpdateFailed: "Error updating email",
  reactivated: "Account reactivated",
  reactivatedDetail: "Your account has been successfully reactivated.",
  reactivateFailed: "Error reactivating account",
  unknown: "An unknown error occurred",
  noUser: "No authenticated user found",
  required: "Authentication required",
  requiredDetail: "Please sign in to access this page.",
  emailVerified: "Email verified",
  verificationFailed: "Verification failed",
  verificationError: "Verification error",
  rolesFailed: "Failed to fetch user roles",
} as const

/** Separate, because every visitor loads them. */
export const VISIT = {
  contactSaved: "Contact saved successfully",
  contactFailed: "Failed to save contact",
  linkCopied: "Profile link copied to clipboard",
  shareFailed: "Failed to share profile",
} as const

export const PROFILE = {
  changed: "Your profile was changed in another window or on another device after you opened this form.",
  unavailable: "This profile is currently unavailable or has been deactivated",
  loadError: "There was an error loading this profile",
  createFirst: "You might need to create your profile first.",
  updated: "Profile updated",
  updateFailed: "Update failed",
  updateFailedDetail: "There was a problem updating your profile",
  copied: "Copied to clipboard",
  copyFailed: "Failed to copy",
  leave: "You have unsaved changes to your profile. Are you sure you want to leave?",
  discard: "You have unsaved changes. Are you sure you want to discard them?",
  setupNeeded: "Profile Setup Needed",
  deleted: "Your profile has been deleted.",
} as const

export const IMAGE = {
  type: "Invalid file type. Please upload an image file (JPEG, PNG, GIF, or WEBP).",
  size: "File too large. Please select an image under 5MB.",
  failed: (reason: string) => `Upload failed: ${reason}`,
  noUrl: "Failed to get public URL for the uploaded image.",
  uploaded: "Image uploaded",
  failedTitle: "Upload failed",
  problem: "There was a problem uploading your image",
  retry: "Failed to upload image. Please try again.",
  urlMissing: "Failed to get image URL",
  removed: "Image removed",
  removeFailedTitle: "Couldn't remove the image",
  removeFailed: "Please try again.",
} as const

export const NOT_FOUND = { title: "404", text: "Oops! Page not found", home: "Return to Home" } as const

/** Ours: where the specification gives no sentence. */
export const GENERAL = {
  badRequest: "The request could not be understood.",
  searchLong: "This search is too long. Please shorten it.",
  signInFirst: "Please sign in first.",
  tooMany: "Too many attempts. Please wait a few minutes and try again.",
  tooManyMails: "This site has reached its email limit for now. Please try again later.",
  busy: "The server is busy. Please try again in a moment.",
  internal: "Something went wrong on our side. Please try again.",
  offline: "We couldn't reach the server. Please check your connection and try again.",
  /** also after an upgrade, which removes it from the server */
  partMissing: "This part didn't load. Check your connection and try again, or reload the page.",
} as const

/** Ours: a page that was requested without a network. */
export const OFFLINE = {
  title: "You're offline",
  text: "This page isn't saved on this device, but your card is.",
  card: "Show my card",
  retry: "Try again",
} as const

/** Ours: the script of a page did not come. */
export const UNLOADED = {
  text: "This page isn't loading. Check your connection, then reload it.",
  retry: "Reload",
} as const

/** What a card shows while its owner has written nothing yet. */
export const CARD_TO_BE = {
  jobTitle: "What you do",
  businessName: "Where you do it",
  bio: "A line or two about you.",
} as const
