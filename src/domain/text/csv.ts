// Tables as text (RFC 4180), for people who open them in a spreadsheet.

/** Spreadsheets run such a cell as a formula; an apostrophe before it makes it text. */
const FORMULA = /^[\t\r\n ]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]/

const cell = (text: string): string => {
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line per row, the first one the names of the columns. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")
