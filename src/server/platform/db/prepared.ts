// Statements of the busiest requests. Building the text of a statement takes longer than sending it, and so does reading it on the server.
import { getTableColumns, placeholder, type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { connectionOf, type Queries } from "./queries.ts"

interface Statement<Prepared> {
  prepare(name: string): Prepared
}

interface Executable {
  execute(values?: Record<string, unknown>): Promise<unknown>
}

/**
 * A statement that is built once for each connection, and prepared there.
 * @param name unique among all statements of the program
 * @param build with `placeholder` for every value
 * @returns executes it with the values of its placeholders, in the transaction `db` or outside of one
 */
export function prepared<Prepared extends Executable>(
  name: string,
  build: (db: Queries) => Statement<Prepared>,
): (db: Queries, values: Record<string, unknown>) => ReturnType<Prepared["execute"]> {
  const statements = new WeakMap<Queries, Prepared>()
  return (db, values) => {
    const connection = connectionOf(db)
    let statement = statements.get(connection)
    if (statement === undefined) {
      statement = build(connection).prepare(name)
      statements.set(connection, statement)
    }
    return statement.execute(values) as ReturnType<Prepared["execute"]>
  }
}

/** A placeholder for every column, named like it: a whole row to insert. The driver, not Drizzle, writes the values: they may be null. */
export const rowOf = <Table extends PgTable>(table: Table) =>
  Object.fromEntries(Object.keys(getTableColumns(table)).map((name) => [name, sql`${placeholder(name)}`])) as Record<
    keyof Table["$inferInsert"],
    SQL
  >
