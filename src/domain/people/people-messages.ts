// What is said about the people that an owner has met.

export const PEOPLE = {
  tooManyEntries: "A person can have at most 50 entries",
  tooManyTags: "A person can have at most 20 tags",
  full: "Your address book is full. Delete people you no longer need, then try again.",
  cardTooLarge: "This contact is too large. Please remove its picture.",
  cardUnreadable: "This is not a contact that we can read.",
} as const
