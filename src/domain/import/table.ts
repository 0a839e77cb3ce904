// Tables as text (CSV): with commas, semicolons or tabs, and quotes; a row for each person, or for each link.
import { IMPORT_CONTACTS_MAX, IMPORT_ENTRIES_MAX } from "../limits.ts"
import { createContactDraft } from "./contact-draft.ts"
import { IMPORT } from "./import-messages.ts"
import { ImportError, type ImportedContact } from "./imported.ts"
import { columnOf } from "./table-columns.ts"
import { takeRow } from "./table-contact.ts"
import { COLUMNS_MAX, firstRows, SEPARATORS } from "./table-rows.ts"

/** LinkedIn writes notes above the names of its columns. */
const HEADER_ROW_MAX = 6
/** Characters in which the header must be found. */
const HEADER_MAX = 20_000

/** @returns null when the text is not a table with known columns @throws ImportError when it has more than `people` rows */
export function readTable(text: string, people = IMPORT_CONTACTS_MAX): (ImportedContact | null)[] | null {
  const found = SEPARATORS.map((separator) => headerOf(text, separator)).sort((a, b) => b.known - a.known)[0]
  if (found === undefined || found.known < 2) return null
  const { header, separator, above } = found
  const links = linkColumns(header)
  const most = links === null ? people : IMPORT_ENTRIES_MAX
  const rows = [...firstRows(text, separator, above + 1 + most + 1)].slice(above + 1)
  if (links !== null) return [linksOf(rows, links)]
  if (rows.length > most) throw new ImportError(IMPORT.tooManyContacts)
  const columns = header.slice(0, COLUMNS_MAX).map((name) => ({ header: name, column: columnOf(name) }))
  return rows.map((row) => {
    const draft = createContactDraft()
    takeRow(
      draft,
      columns.map((column, at) => ({ ...column, value: row[at] ?? "" })),
    )
    return draft.finish()
  })
}

function headerOf(text: string, separator: string) {
  const rows = [...firstRows(text.slice(0, HEADER_MAX), separator, HEADER_ROW_MAX)]
  const known = rows.map(
    (row) => row.slice(0, COLUMNS_MAX).filter((name) => columnOf(name) !== null && columnOf(name) !== "silent").length,
  )
  const most = Math.max(0, ...known)
  const above = known.indexOf(most)
  return { separator, above, known: most, header: rows[above] ?? [] }
}

/** Where a table has a row for each link: its columns for the address and the title. */
function linkColumns(header: string[]): { link: number; title: number } | null {
  const kinds = header.map((name) => {
    const column = columnOf(name)
    return column === null || column === "silent" || column.service !== undefined ? "" : column.kind
  })
  const isOfPerson = kinds.some((kind) =>
    ["given", "family", "phone", "email", "address", "business_name"].includes(kind),
  )
  const title = header.findIndex((name) =>
    /^\s*(?:(?:link|page)[ _-]?)?(?:title|label|name|text|titel|titre|titulo|título|nombre|nom)\s*$/i.test(name),
  )
  const link = kinds.indexOf("link")
  return isOfPerson || link === -1 || title === -1 ? null : { link, title }
}

function linksOf(rows: string[][], { link, title }: { link: number; title: number }): ImportedContact | null {
  const draft = createContactDraft()
  for (const row of rows.slice(0, IMPORT_ENTRIES_MAX))
    draft.item("link", row[link] ?? "", { text: row[title] ?? "", isCustom: true, isPreferred: false })
  if (rows.length > IMPORT_ENTRIES_MAX) draft.leaveOut(IMPORT.firstEntriesOnly)
  return draft.finish()
}
