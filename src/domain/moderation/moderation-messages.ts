// What is said when a profile is reported, and when a moderator decides about it.

export const MODERATION = {
  reasonMissing: "Choose a reason",
  decided: "This has already been reviewed.",
  own: "You can't review your own profile.",
  administrator: "Only administrators can hide or restore an administrator's profile.",
  hidden: "Profile hidden",
  restored: "Profile restored",
  dismissed: "Reports dismissed",
  failed: "That didn't work",
  ownHiddenTitle: "Your profile is hidden while we review a report",
  ownFurtherHiddenTitle: (username: string) => `Your profile ${username} is hidden while we review a report`,
  ownHidden: "For now, no one can open the page or use its cards. Nothing\u00a0is\u00a0deleted.",
} as const
