// Sentences about several profiles of one account (ours).

export const PROFILES = {
  createFirst: "Create your first profile before you add another.",
  firstStays: "You can't delete your first profile without deleting your account.",
  tooMany: "You've reached this site's limit for profiles. Delete one to add another.",
  hidden: "A moderator is reviewing one of your profiles. You can add or delete profiles once the review is done.",
  created: "Profile created",
  createFailed: "Couldn't create the profile",
  deleted: "Profile deleted",
  deleteFailed: "Couldn't delete the profile",
} as const
