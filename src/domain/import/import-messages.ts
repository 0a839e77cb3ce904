// What is said about reading a contact file, an export of another site or a list of links.

export const IMPORT = {
  tooLarge: "This file is too large. Please select a file up to 5 MB.",
  unreadable:
    "This file can't be read. Please select a contact file (.vcf), a CSV file or an export from Linktree or LinkStack.",
  tooManyContacts: "This file has more than 200 contacts. Please export only your own contact.",
  nothing: "We found nothing here to add to a profile.",
  invalid: (what: string, value: string) => `The ${what} “${value}” is not valid.`,
  tooLong: (what: string, value: string) => `The ${what} “${value}” is too long.`,
  labelTooLong: (label: string) => `The label “${label}” is too long.`,
  noLink: (text: string) => `“${text}” has no link.`,
  photoElsewhere: (address: string) => `The photo is on another site: ${address}`,
  photoUnusable: "The photo is not a JPEG, PNG, GIF or WEBP image.",
  photoTooLarge: "The photo is larger than 5 MB.",
  lineUnreadable: (line: string) => `The line “${line}” can't be read.`,
  noPlace: (names: string) => `Not imported: ${names}.`,
  overFifty: (count: number) =>
    `${count} more ${count === 1 ? "item doesn't" : "items don't"} fit. A profile can have up to 50.`,
  firstEntriesOnly: "Only the first 500 items were read.",
  more: (count: number) => `${count} more ${count === 1 ? "item was" : "items were"} left out.`,
} as const
