// What is said about the people that an owner has met.

export const PEOPLE = {
  tooManyEntries: "You can add up to 50 ways to reach a person",
  tooManyTags: "You can add up to 20 tags per person",
  full: "Your People list is full. Delete people you no longer need, then try again.",
  cardTooLarge: "This contact is too large. Please remove its picture.",
  tooManyProperties: "This contact has too many details. A contact can have up to 1,000.",
  cardUnreadable: "We can't read this contact.",
  changed: "This person was changed elsewhere. Load the latest version, then try again.",
  giversDiffer:
    "These people used different email addresses, and each of them can delete their own details, so they can't be merged.",
  profilesDiffer:
    "These people have different profiles on this site, which keep their details up to date, so they can't be merged.",
  deletedName: "Deleted profile",
  added: "Person added",
  saved: "Changes saved",
  deleted: (count: number) => (count === 1 ? "Person deleted" : `${count} people deleted`),
  tagged: (count: number) => (count === 1 ? "Person tagged" : `${count} people tagged`),
  merged: "Merged into one person",
  enoughSelected: "You can select up to 200 people at once",
  missing: "This person was deleted or merged elsewhere",
  separated: "Kept separate",
  alsoMet: (event: string) => `Also met: ${event}`,
  leave: "You have unsaved changes. Are you sure you want to leave?",
  failed: "That didn't work",
  gone: "This person's profile is no longer available, so their details were removed. Your note and tags are still here.",
  live: "These details come from this person's profile and stay up to date. Your own changes and additions are kept.",
  fileTooLarge: "This file is too large. Please select a file up to 50 MB.",
  fileUnreadable: "This file can't be read. Please select a contact file (.vcf) or a spreadsheet (.csv).",
  fileEmpty: "There are no contacts in this file.",
  importTooLarge: "Too many contacts at once. Please send fewer.",
  cameraDenied:
    "Camera access is off for this site. Turn it on in your browser's settings, or add the person manually.",
  cameraMissing: "We couldn't find a camera on this device. You can add the person manually.",
  codeUnknown: "This code isn't a contact. We added its text to the note.",
} as const

/** Said to those who leave their details on a page. */
export const GIVEN = {
  nameMissing: "Please enter your name",
  nameShort: "Your name must be at least 2 characters",
  phoneInvalid: "Please enter a valid phone number",
  unreachable: "Please enter your phone number or email address",
  enough: "This page can't take any more details today. Please try again tomorrow.",
  busy: "This site is very busy right now. Turn on JavaScript, or try again in a few minutes.",
  noRoom: "There isn't enough room to save this. Please shorten your message or delete your details.",
  profileGone: "a profile that is no longer available",
  unavailable: "This page doesn't accept details.",
  offline: "That didn't work. Please check your connection and try again.",
} as const
