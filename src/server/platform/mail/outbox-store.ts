// Rows of the outbox: written in the transaction of their change, claimed by one process at a time, emptied once sent.
import { randomUUID } from "node:crypto"
import { and, count, eq, isNotNull, isNull, lt, min, or, sql } from "drizzle-orm"
import type { Database, Queries } from "../db/queries.ts"
import { mail_outbox } from "../db/schema.ts"
import type { Presence } from "../db/server/presence.ts"
import type { Email } from "./email-template.ts"

export type OutboxRow = typeof mail_outbox.$inferSelect

/** Due rows are found by `next_attempt_at` alone; a finished row is never due. */
const NEVER = new Date("9999-01-01T00:00:00Z")

export async function insertEmail(db: Queries, email: Email, now: Date): Promise<void> {
  await db.insert(mail_outbox).values({
    id: randomUUID(),
    recipient: email.to,
    subject: email.subject,
    html_body: email.html,
    text_body: email.text,
    created_at: now,
    next_attempt_at: now,
  })
}

interface Claim {
  now: Date
  /** the number of this process */
  by: number
  /** if this process dies, another claims the email after that */
  leaseUntil: Date
  /** No email is delayed for longer: one that is due later was delayed by a wrong clock. */
  latest: Date
}

/** Claims the next due email. */
export async function claimEmail(db: Queries, { now, by, leaseUntil, latest }: Claim): Promise<OutboxRow | undefined> {
  const due = sql`(
    select id from ${mail_outbox}
    where (next_attempt_at <= ${now} or (next_attempt_at > ${latest} and next_attempt_at < ${NEVER}))
      and sent_at is null and failed_at is null
    order by next_attempt_at limit 1 for update skip locked)`
  const rows = await db
    .update(mail_outbox)
    .set({ attempts: sql`${mail_outbox.attempts} + 1`, next_attempt_at: leaseUntil, claimed_by: by })
    .where(eq(mail_outbox.id, due))
    .returning()
  return rows[0]
}

/** Emails of processes that are gone are due again at once. @param claimedBefore only claims whose lease ends before @returns how many */
export async function freeClaims(db: Queries, { isGone }: Presence, now: Date, claimedBefore: Date): Promise<number> {
  const { claimed_by, next_attempt_at } = mail_outbox
  const gone = isGone === null ? undefined : and(lt(next_attempt_at, claimedBefore), isGone(claimed_by))
  const rows = await db
    .update(mail_outbox)
    .set({ next_attempt_at: now, claimed_by: null })
    .where(and(isNotNull(claimed_by), gone))
    .returning({ id: mail_outbox.id })
  return rows.length
}

export async function markSent(db: Queries, id: string, now: Date): Promise<void> {
  await db
    .update(mail_outbox)
    .set({ sent_at: now, html_body: "", text_body: "", next_attempt_at: NEVER, last_error: null, claimed_by: null })
    .where(eq(mail_outbox.id, id))
}

type Attempt = Pick<OutboxRow, "id" | "attempts">

/** A process that was stopped for longer than its lease may find that another has claimed the email since, or sent it. */
const isStillOurs = ({ id, attempts }: Attempt) =>
  and(eq(mail_outbox.id, id), eq(mail_outbox.attempts, attempts), isNull(mail_outbox.sent_at))

export async function markRetry(db: Queries, email: Attempt, error: string, nextAttemptAt: Date): Promise<void> {
  await db
    .update(mail_outbox)
    .set({ last_error: error, next_attempt_at: nextAttemptAt, claimed_by: null })
    .where(isStillOurs(email))
}

export async function markFailed(db: Queries, email: Attempt, error: string, now: Date): Promise<void> {
  await db
    .update(mail_outbox)
    .set({ failed_at: now, last_error: error, html_body: "", text_body: "", next_attempt_at: NEVER, claimed_by: null })
    .where(isStillOurs(email))
}

export async function deleteFinishedEmails(db: Queries, before: Date): Promise<void> {
  const finished = or(isNotNull(mail_outbox.sent_at), isNotNull(mail_outbox.failed_at))
  await db.delete(mail_outbox).where(and(finished, lt(mail_outbox.created_at, before)))
}

export interface Backlog {
  /** neither sent nor given up */
  waiting: number
  /** when the oldest of them was queued */
  oldest_at: Date | null
  /** given up; their records go after some days */
  failed: number
}

export async function readBacklog(db: Database): Promise<Backlog> {
  const isWaiting = lt(mail_outbox.next_attempt_at, NEVER)
  const oldest = min(mail_outbox.created_at)
  const [row] = await db.select({ waiting: count(), oldest_at: oldest }).from(mail_outbox).where(isWaiting)
  const failed = await db.$count(mail_outbox, isNotNull(mail_outbox.failed_at))
  return { waiting: row?.waiting ?? 0, oldest_at: row?.oldest_at ?? null, failed }
}

export async function countWaiting(db: Queries): Promise<number> {
  const rows = await db.select({ n: count() }).from(mail_outbox).where(lt(mail_outbox.next_attempt_at, NEVER))
  return rows[0]?.n ?? 0
}
