// People as a file, written while it is read: its memory does not grow with the book.
import { cardName } from "../../../domain/card/card-name.ts"
import { readPerson } from "../../../domain/people/person-card.ts"
import { PEOPLE_TABLE_HEADER, peopleTableRow } from "../../../domain/people/person-table.ts"
import { csv } from "../../../domain/text/csv.ts"
import { inlineAs } from "../profiles/contact-card.ts"
import type { ExportedRow } from "./selections.ts"

export const attachmentAs = (name: string): string => inlineAs(name).replace(/^inline/, "attachment")

export function fileOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await pieces.return(undefined)),
  })
}

export async function* vcardPieces(rows: AsyncIterable<{ card: string }>): AsyncGenerator<string> {
  for await (const { card } of rows) yield card.endsWith("\n") ? card : `${card}\r\n`
}

export async function* csvPieces(rows: AsyncIterable<ExportedRow>): AsyncGenerator<string> {
  // Spreadsheets take a table for Windows-1252 unless it starts with this mark.
  yield `\ufeff${csv([PEOPLE_TABLE_HEADER])}`
  for await (const { card, full_name, met_at, event, place, tapped_card, source } of rows) {
    const person = readPerson(card)
    if (person === null) continue
    const met = { day: met_at.toISOString().slice(0, 10), event }
    const rest = { place, card: tapped_card === null ? "" : cardName(tapped_card), source }
    yield csv([peopleTableRow({ ...person, full_name }, met, rest)])
  }
}
