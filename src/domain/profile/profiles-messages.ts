// Sentences about several profiles of one account (ours).

export const PROFILES = {
  createFirst: "Create your first profile before you add another.",
  firstStays: "Your first profile stays as long as your account.",
  tooMany: "You've reached this site's limit for profiles. Delete one to add another.",
  hidden: "A moderator is looking at one of your profiles. You can add or delete profiles when that is decided.",
  created: "Profile created",
  createFailed: "The profile was not created",
  deleted: "Profile deleted",
  deleteFailed: "The profile was not deleted",
} as const
