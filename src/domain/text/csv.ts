// Tables as text (RFC 4180), for people who open them in a spreadsheet.

/** Spreadsheets run such a cell as a formula; an apostrophe before it makes it text. One that was there already gets a second one. */
const FORMULA = /^'*(?:[\t\r\n ]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/

/**
 * The beginning of a formula inside a cell. Where decimals have a comma, spreadsheets end cells at semicolons, and know no quotes in the
 * middle of a line. ";-)" is none.
 */
const LATER_FORMULA = /[;\t\r\n][ "]*(?='*(?:[=@\uff1d\uff20]|[+\-\uff0b\uff0d][\w(.'"]))/g
const LATER_GUARDED = /([;\t\r\n][ "]*)'(?='*(?:[=@\uff1d\uff20]|[+\-\uff0b\uff0d][\w(.'"]))/g

const startOf = (text: string): number => text.search(/[^\t\r\n ]/)

const cell = (text: string): string => {
  const start = startOf(text)
  const later = text.replace(LATER_FORMULA, (before, at: number) => (at >= start ? `${before}'` : before))
  const harmless = FORMULA.test(later) ? `'${later}` : later
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The text of a cell that was written here, without the apostrophes that made formulas harmless. */
export function unguarded(cell: string): string {
  const text = cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
  const start = startOf(text)
  return text.replace(LATER_GUARDED, (guarded, before: string, at: number) => (at >= start ? before : guarded))
}

/** One line per row, the first one the names of the columns. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")
