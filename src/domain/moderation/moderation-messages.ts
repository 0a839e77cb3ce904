// What is said when a profile is reported, and when a moderator decides about it.

export const MODERATION = {
  reasonMissing: "Choose what is wrong",
  decided: "Someone else has already decided this.",
  own: "You cannot decide about your own profile.",
  administrator: "Only an administrator may do this to an administrator's profile.",
  hidden: "Profile hidden",
  restored: "Profile restored",
  dismissed: "Reports dismissed",
  failed: "That didn't work",
  ownHiddenTitle: "Your profile is hidden while we look at a report",
  ownFurtherHiddenTitle: (username: string) => `Your profile ${username} is hidden while we look at a report`,
  ownHidden:
    "No one else can see your page, your photo or your contact card, and your cards don't work for now. Nothing is deleted: change what breaks the rules. Saving doesn't bring your page back; a moderator has to restore it.",
  appeal:
    "When you have fixed it, or if you think this is a mistake, write to us. We'll email you when it is restored.",
} as const
