// What is said about cards: the specification's sentences (section 8), and ours where it has none.

export const CARD = {
  failedTitle: "Card Activation Failed",
  failed: "There was an error activating your card. Please try again or contact support.",
  notInUse: "This card is not in use",
  notInUseText: "It doesn't open a profile right now.",
  unknown: "We couldn't find this card.",
  factorFirst: "Set up two-step verification first, then tap the card once more.",
  tapAgain: "Check the link, or tap the card once more.",
  changed: "This card was just changed. Check it, then try again.",
  otherUser: "There is no active account with this username.",
  sameUser: "This card is already linked to this account.",
  nicknameHelp: "For example, “Wallet” or “Phone case.” Only you see it.",
  profileGone: "This profile was deleted.",
  named: "Card name saved",
  nameRemoved: "Card name removed",
  nameFailed: "Couldn't save the name",
  alreadySo: (count: number) =>
    count === 1
      ? "1 card was skipped because it was already up to date or has a new owner."
      : `${count} cards were skipped because they were already up to date or have a new owner.`,
  noneSelected: "Select at least one card",
  tooManySelected: "You can select up to 1,000 cards at once",
} as const
