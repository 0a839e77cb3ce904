// The rows of an archive, checked one by one and written a few hundred at a time.
import type pg from "pg"
import { PERSON_STORED_MAX_BYTES } from "../../../domain/people/people-limits.ts"
import { cleanRow } from "./clean-row.ts"
import { LineTooLong, linesIn } from "./lines.ts"
import type { CarriedTable, TableEntry } from "./manifest.ts"
import { columnsAt } from "./row-rules.ts"
import { countRows, insertLines, NotTaken } from "./store.ts"
import { BackupError } from "./trouble-words.ts"
import type { Check, Row } from "./value-checks.ts"

const BATCH_ROWS = 500
const BATCH_CHARACTERS = 1_000_000
/** The largest is a profile with its 50 items. */
const LINE_MAX_BYTES = 128 * 1024
/** A contact holds its picture; JSON writes a character in up to six bytes. */
const PERSON_LINE_MAX_BYTES = LINE_MAX_BYTES + 6 * PERSON_STORED_MAX_BYTES

/** The ids of the rows so far, for later rows that point to them. */
export interface Seen {
  users: Set<string>
  /** each with its owner */
  profiles: Map<string, string>
}

/** Names the place, never the value, which may be personal. */
function wrong(table: string, row: number, what: string): BackupError {
  return new BackupError(`The archive cannot be restored: table ${table}, row ${row}, ${what}. Nothing was changed.`)
}

function readRow(line: string): Row | null {
  try {
    const row: unknown = JSON.parse(line)
    return typeof row === "object" && row !== null && !Array.isArray(row) ? (row as Row) : null
  } catch {
    return null
  }
}

/** @returns the name of the first column that is missing, unknown or invalid; null if there is none */
function wrongColumn(row: Row, columns: Map<string, Check>): string | null {
  const missing = [...columns.keys()].find((name) => !Object.hasOwn(row, name))
  if (missing !== undefined) return missing
  for (const [name, value] of Object.entries(row)) {
    const check = columns.get(name)
    // An unknown name may hold anything, so it is not shown.
    if (check === undefined) return "that this program does not know"
    if (!check(value, row)) return name
  }
  return null
}

/** No foreign key covers these. @returns the column that points to nothing, or to what is another account's */
function strayColumn(table: CarriedTable, row: Row, { users, profiles }: Seen): string | null {
  const { id, owner_id = id, user_id, profile_id } = row
  // An account's own id is the id of its first profile, and of no other.
  if (table === "profiles" && owner_id !== id && users.has(String(id))) return "owner_id"
  if (table === "people" && profile_id !== null && profiles.get(String(profile_id)) !== owner_id) return "profile_id"
  if (table !== "card_urls" || user_id === null) return null
  if (!profiles.has(String(user_id))) return "user_id"
  const isOwn = (profile_id ?? null) === null || profiles.get(String(profile_id)) === user_id
  return isOwn ? null : "profile_id"
}

/** The rows of one table as newly written JSON: text that JSON parsers may read differently never gets to the database. */
async function* checkedRows(table: CarriedTable, migrations: number, pieces: AsyncIterable<Buffer>, seen: Seen) {
  const columns = columnsAt(table, migrations) ?? new Map<string, Check>()
  let number = 0
  const tooLong = (error: unknown) => {
    throw error instanceof LineTooLong ? wrong(table, number + 1, "is too long") : error
  }
  const lines = linesIn(pieces, table === "people" ? PERSON_LINE_MAX_BYTES : LINE_MAX_BYTES)
  for (;;) {
    const { done, value: line } = await lines.next().catch(tooLong)
    if (done === true) return
    number += 1
    const given = readRow(line)
    if (given === null) throw wrong(table, number, "is not a row")
    const row = cleanRow(table, given)
    const column = wrongColumn(row, columns)
    if (column !== null)
      throw wrong(table, number, `column ${column}: contains data this program would not have written`)
    const stray = strayColumn(table, row, seen)
    if (stray !== null) throw wrong(table, number, `column ${stray}: refers to a profile that does not exist`)
    if (table === "users") seen.users.add(String(row.id))
    if (table === "profiles") seen.profiles.set(String(row.id), String(row.owner_id ?? row.id))
    yield JSON.stringify(row)
  }
}

/** Only checks. @throws BackupError for the first row that restoring would refuse */
export async function checkTable(
  table: CarriedTable,
  migrations: number,
  pieces: AsyncIterable<Buffer>,
  seen: Seen,
): Promise<void> {
  for await (const _ of checkedRows(table, migrations, pieces, seen));
}

/** @throws BackupError */
export async function fillTable(
  client: pg.PoolClient,
  { name, rows }: TableEntry & { name: CarriedTable },
  migrations: number,
  pieces: AsyncIterable<Buffer>,
  seen: Seen,
): Promise<void> {
  const columns = [...(columnsAt(name, migrations)?.keys() ?? [])]
  let batch: string[] = []
  let characters = 0
  let written = 0
  const flush = async () => {
    try {
      if (batch.length > 0) await insertLines(client, name, columns, batch)
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error
      throw wrong(name, written + error.at + 1, `${error.columns}: ${error.reason}`)
    }
    written += batch.length
    batch = []
    characters = 0
  }
  for await (const line of checkedRows(name, migrations, pieces, seen)) {
    batch.push(line)
    characters += line.length
    if (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await flush()
  }
  await flush()
  const found = await countRows(client, name)
  if (found !== rows)
    throw new BackupError(
      `The archive cannot be restored: ${name} would have ${found} rows instead of ${rows}. Nothing was changed.`,
    )
}
