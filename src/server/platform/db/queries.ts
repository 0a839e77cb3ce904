// What stores ask the database with, and what follows a transaction: emails that were queued, changes that were announced.
import type { NodePgDatabase } from "drizzle-orm/node-postgres"
import type * as schema from "./schema.ts"

export type Database = NodePgDatabase<typeof schema>

/** The database, or the transaction in progress. */
export type Queries = Pick<
  Database,
  "$count" | "$with" | "with" | "select" | "insert" | "update" | "delete" | "execute"
>

type FollowUp = () => unknown

const connections = new WeakMap<Queries, Queries>()

/** Says which connection the transaction `tx` uses. */
export const setConnection = (tx: Queries, connection: Queries): unknown => connections.set(tx, connection)

/** The connection of the transaction `db`; outside of one, `db` itself. */
export const connectionOf = (db: Queries): Queries => connections.get(db) ?? db

const waiting = new WeakMap<Queries, FollowUp[]>()

/** Collects what `work` wants to run after its commit. */
export async function collectFollowUps<Result>(
  tx: Queries,
  work: () => Promise<Result>,
): Promise<{ result: Result; followUps: FollowUp[] }> {
  const followUps: FollowUp[] = []
  waiting.set(tx, followUps)
  return { result: await work(), followUps }
}

/**
 * Runs `followUp` after the commit of the transaction `db`, before the transaction's caller continues; never after a rollback.
 * Outside a transaction it runs now.
 */
export async function afterCommit(db: Queries, followUp: FollowUp): Promise<void> {
  const followUps = waiting.get(db)
  if (followUps === undefined) await followUp()
  else followUps.push(followUp)
}
