// The rows of a table as text, with commas, semicolons or tabs, and quotes.

export const SEPARATORS = [",", ";", "\t"]
export const COLUMNS_MAX = 500

/** Rows that have something in them, at most so many. */
export function* firstRows(text: string, separator: string, most: number): Generator<string[]> {
  let at = 0
  for (let count = 0; at < text.length && count < most; ) {
    if (text[at] === "\n" || text[at] === "\r") {
      at++
      continue
    }
    const row = readRow(text, at, separator)
    at = row.end
    if (row.cells.every((cell) => cell.trim() === "")) continue
    count++
    yield row.cells
  }
}

function readRow(text: string, start: number, separator: string): { cells: string[]; end: number } {
  const cells: string[] = []
  let at = start
  for (;;) {
    const cell = text[at] === '"' ? readQuoted(text, at + 1) : { value: "", end: at }
    let end = cell.end
    while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end++
    if (cells.length < COLUMNS_MAX) cells.push(cell.value + text.slice(cell.end, end))
    if (text[end] !== separator) return { cells, end: end + (text.startsWith("\r\n", end) ? 2 : 1) }
    at = end + 1
  }
}

/** Up to the quote that is not doubled. */
function readQuoted(text: string, start: number): { value: string; end: number } {
  let quote = text.indexOf('"', start)
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2)
  const close = quote === -1 ? text.length : quote
  return { value: text.slice(start, close).replaceAll('""', '"'), end: Math.min(close + 1, text.length) }
}
