// Splits a stream into lines. Only the line feed ends a line: people write other separators into their texts, and JSON does not escape
// them.

const LINE_FEED = 0x0a

export class LineTooLong extends Error {}

/** @param maxBytes of one line @throws LineTooLong before it buffers a longer line */
export async function* linesIn(
  pieces: AsyncIterable<Buffer>,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  let open: Buffer[] = []
  let waiting = 0
  for await (const piece of pieces) {
    let from = 0
    for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, from)) {
      if (waiting + at - from > maxBytes) throw new LineTooLong("a line is too long")
      yield Buffer.concat([...open, piece.subarray(from, at)]).toString("utf8")
      open = []
      waiting = 0
      from = at + 1
    }
    if (from === piece.length) continue
    open.push(piece.subarray(from))
    waiting += piece.length - from
    if (waiting > maxBytes) throw new LineTooLong("a line is too long")
  }
  if (open.length > 0) yield Buffer.concat(open).toString("utf8")
}
