// What a repository is given to ask the database with.
import type { NodePgDatabase } from "drizzle-orm/node-postgres"
import type * as schema from "./schema.ts"

export type Database = NodePgDatabase<typeof schema>

/** The database, or the transaction in progress. */
export type Queries = Pick<Database, "select" | "insert" | "update" | "delete" | "execute">
