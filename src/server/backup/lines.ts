// Lines of a file as it arrives. Only the line feed ends one: people write other separators into their texts, and
// JSON leaves those as they are.

const LINE_FEED = 0x0a

export async function* linesIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let open: Buffer[] = []
  for await (const piece of pieces) {
    let from = 0
    for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, from)) {
      yield Buffer.concat([...open, piece.subarray(from, at)]).toString("utf8")
      open = []
      from = at + 1
    }
    if (from < piece.length) open.push(piece.subarray(from))
  }
  if (open.length > 0) yield Buffer.concat(open).toString("utf8")
}
