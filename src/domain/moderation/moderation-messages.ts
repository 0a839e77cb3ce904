// What is said when a profile is reported, and when a moderator decides about it.

export const MODERATION = {
  reasonMissing: "Choose what is wrong",
  decided: "Someone else has already decided this.",
  own: "You can't decide about your own profile.",
  administrator: "Only an administrator may do this to an administrator's profile.",
  hidden: "Profile hidden",
  restored: "Profile restored",
  dismissed: "Reports dismissed",
  failed: "That didn't work",
  ownHiddenTitle: "Your profile is hidden while we look at a report",
  ownFurtherHiddenTitle: (username: string) => `Your profile ${username} is hidden while we look at a report`,
  ownHidden: "Only you can see your page, and your cards don't work for now. Nothing is deleted.",
  appeal:
    "Change what breaks the rules, or tell us why this is a mistake. A moderator then restores it, and we'll email you.",
} as const
