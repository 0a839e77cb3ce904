// The contacts of a vCard file, each as its exact text in the file.

/** Lines before, between and after the contacts are passed over. One that is cut off is given as far as it goes; reading it fails. */
export function* cardsIn(file: string): Generator<string> {
  let from = -1
  let isIndented = false
  // Earlier exports, and other programs, lack the line end between two contacts.
  const text = file.replace(/^END:VCARD(?=BEGIN:VCARD)/gim, "$&\r\n")
  for (const { index, 0: mark, 1: word = "" } of text.matchAll(/^[ \t]*(BEGIN|END)[ \t]*:[ \t]*VCARD[ \t]*$/gim)) {
    const indent = mark.length - mark.trimStart().length
    // The folded end of a text, which says so to cut the contact short.
    if (from !== -1 && indent > 0 && !isIndented) continue
    if (word.toUpperCase() === "BEGIN") {
      if (from !== -1 && AGENT.test(text.slice(Math.max(from, index - AGENT_LINE_MAX), index))) continue
      if (from !== -1) yield text.slice(from, index)
      from = index + indent
      isIndented = indent > 0
    } else if (from !== -1) {
      yield `${text.slice(from, index + mark.length)}\r\n`
      from = -1
    }
  }
  if (from !== -1) yield text.slice(from)
}

/** The property whose value is a contact of its own (RFC 2426, 3.5.4). */
const AGENT = /(?:^|\n)[ \t]*(?:[\w-]{1,60}\.)?AGENT(?:;[^:\r\n]*)?:[ \t]*\r?\n$/i
const AGENT_LINE_MAX = 200
