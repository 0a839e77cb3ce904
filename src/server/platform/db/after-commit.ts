// What follows a change once it is committed: sending an email that was queued, telling every process what changed.
import type { Queries } from "./queries.ts"

type FollowUp = () => unknown

const waiting = new WeakMap<Queries, FollowUp[]>()

/** Collects what `work` asks to run after its commit. */
export async function collectFollowUps<Result>(
  tx: Queries,
  work: () => Promise<Result>,
): Promise<{ result: Result; followUps: FollowUp[] }> {
  const followUps: FollowUp[] = []
  waiting.set(tx, followUps)
  return { result: await work(), followUps }
}

/**
 * Runs `followUp` after the commit of the transaction `db`, before the transaction's caller goes on; never after a rollback.
 * Outside a transaction it runs now.
 */
export async function afterCommit(db: Queries, followUp: FollowUp): Promise<void> {
  const followUps = waiting.get(db)
  if (followUps === undefined) await followUp()
  else followUps.push(followUp)
}
