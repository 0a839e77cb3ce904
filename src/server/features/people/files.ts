// People as a file, written while it is read: its memory does not grow with the book.
import { cardName } from "../../../domain/card/card-name.ts"
import { PERSON_ENTRY_KINDS } from "../../../domain/people/people-limits.ts"
import { readPerson } from "../../../domain/people/person-card.ts"
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

export async function* vcardPieces(rows: AsyncIterable<ExportedRow>): AsyncGenerator<string> {
  for await (const { card } of rows) yield card.endsWith("\n") ? card : `${card}\r\n`
}

const COLUMNS = { phone: "Phones", email: "Emails", link: "Links", address: "Addresses", date: "Dates" } as const
const HEADER = ["Name", "Job title", "Company", ...PERSON_ENTRY_KINDS.map((kind) => COLUMNS[kind])]

/** Several values of one kind stand in one cell, each on its own line. */
export async function* csvPieces(rows: AsyncIterable<ExportedRow>): AsyncGenerator<string> {
  // Spreadsheets take a table for Windows-1252 unless it starts with this mark.
  yield `\ufeff${csv([[...HEADER, "Note", "Tags", "Met on", "Event", "Place", "Tapped card", "Source"]])}`
  for await (const { card, full_name, met_at, event, place, tapped_card, source } of rows) {
    const person = readPerson(card)
    if (person === null) continue
    const values = PERSON_ENTRY_KINDS.map((kind) =>
      person.entries
        .filter((entry) => entry.kind === kind)
        .map(({ label, value }) => (label === "" ? value : `${value} (${label})`))
        .join("\n"),
    )
    const card_name = tapped_card === null ? "" : cardName(tapped_card)
    const met = [met_at.toISOString().slice(0, 10), event, place, card_name, source]
    const about = [person.note, person.tags.join(", "), ...met]
    yield csv([[full_name, person.job_title, person.business_name, ...values, ...about]])
  }
}
