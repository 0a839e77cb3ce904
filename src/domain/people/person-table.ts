// People as our own table: written for spreadsheets, and read back exactly.
import { COLUMNS_MAX, firstRows, SEPARATORS } from "../import/table-rows.ts"
import { writtenDate } from "../import/written-date.ts"
import { httpUrl } from "../profile/links.ts"
import { withScheme } from "../profile/typed-links.ts"
import { unguarded } from "../text/csv.ts"
import type { Met } from "./met-lines.ts"
import { PERSON_ENTRY_KINDS } from "./people-limits.ts"
import type { PersonDetails, PersonEntry } from "./person.ts"

const ENTRIES = { phone: "Phones", email: "Emails", link: "Links", address: "Addresses", date: "Dates" } as const
const ENTRY_COLUMNS = PERSON_ENTRY_KINDS.map((kind) => ENTRIES[kind])
const ABOUT = ["Name", "Job title", "Company"] as const
const MET = ["Note", "Tags", "Met on", "Event"] as const
/** The place and the card come from a visit to this site: a file cannot tell of one. */
const OF_A_VISIT = ["Place", "Tapped card"]
export const PEOPLE_TABLE_HEADER = [...ABOUT, ...ENTRY_COLUMNS, ...MET, ...OF_A_VISIT, "Source"]

export interface TableRow {
  details: PersonDetails
  met: Met
  /** names of columns with something in them that is not taken */
  unknown: string[]
}

/** Several values of one kind stand in one cell, each on its own line; addresses, which have lines, with an empty one between them. */
export function peopleTableRow(
  { full_name, job_title, business_name, entries, note, tags }: PersonDetails,
  { day, event }: Met,
  rest: { place: string; card: string; source: string },
): string[] {
  const cells = PERSON_ENTRY_KINDS.map((kind) =>
    entries
      .filter((entry) => entry.kind === kind)
      .map(written)
      .join(between(kind)),
  )
  const about = [full_name, job_title, business_name]
  return [
    ...about,
    ...cells,
    note,
    tags.map(quotedTag).join(", "),
    day ?? "",
    event,
    rest.place,
    rest.card,
    rest.source,
  ]
}

const between = (kind: PersonEntry["kind"]): string => (kind === "address" ? "\n\n" : "\n")

/** A value that ends as if it had a label gets an empty one. */
const LABELED = /^(.*) \(((?:[^()\\]|\\.)*)\)$/s
/** A line of an address that would end it gets a backslash. */
const EMPTY_LINE = /^\\*$/gm
const ESCAPED_LINE = /^\\(?=\\*$)/gm

function written({ kind, label, value }: PersonEntry): string {
  const text = kind === "address" ? value.replace(EMPTY_LINE, "\\$&") : value
  return label === "" && !LABELED.test(text) ? text : `${text} (${label.replace(/[()\\]/g, "\\$&")})`
}

function entriesIn(kind: PersonEntry["kind"], cell: string): PersonEntry[] {
  const values = cell.split(between(kind)).filter((value) => value.trim() !== "")
  return values.map((one): PersonEntry => {
    const [, text = one, label = ""] = LABELED.exec(one) ?? []
    return { kind, label: label.replace(/\\(.)/g, "$1"), value: valueIn(kind, text.trim()) }
  })
}

function valueIn(kind: PersonEntry["kind"], text: string): string {
  if (kind === "address") return text.replace(ESCAPED_LINE, "")
  if (kind === "link") return httpUrl(withScheme(text)) ?? text
  // Spreadsheets write dates in their own way.
  return kind === "date" ? (writtenDate(text) ?? text) : text
}

const quotedTag = (tag: string): string => (/^"|,|^ | $/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)

const TAG = /(?:^|,) ?(?:"((?:[^"]|"")*)"|([^,]*))/g

const tagsIn = (cell: string): string[] =>
  [...cell.matchAll(TAG)]
    .map(([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain.trim())
    .filter((tag, at, all) => tag !== "" && all.indexOf(tag) === at)

/** @returns null when the text is not our table, whatever a spreadsheet separates its cells with */
export function readPeopleTable(text: string, most: number): TableRow[] | null {
  for (const separator of SEPARATORS) {
    const [header = []] = firstRows(text, separator, 1)
    const names = header.slice(0, COLUMNS_MAX).map((name) => name.trim())
    if (!ENTRY_COLUMNS.every((name) => names.includes(name))) continue
    return [...firstRows(text, separator, most + 1)].slice(1).map((row) => readRow(names, row))
  }
  return null
}

function readRow(names: string[], row: string[]): TableRow {
  // Line ends as we write them.
  const cell = (name: string) => unguarded((row[names.indexOf(name)] ?? "").replace(/\r\n?/g, "\n"))
  const isTaken = (name: string) => PEOPLE_TABLE_HEADER.includes(name) && !OF_A_VISIT.includes(name)
  return {
    details: {
      full_name: cell("Name"),
      job_title: cell("Job title"),
      business_name: cell("Company"),
      entries: PERSON_ENTRY_KINDS.flatMap((kind) => entriesIn(kind, cell(ENTRIES[kind]))),
      note: cell("Note"),
      tags: tagsIn(cell("Tags")),
    },
    met: { day: writtenDate(cell("Met on")), event: cell("Event") },
    unknown: names.filter((name, at) => name !== "" && !isTaken(name) && (row[at] ?? "").trim() !== ""),
  }
}
