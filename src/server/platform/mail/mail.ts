// Mail: emails enter the outbox in the transaction of the change they tell about, and are sent after its commit, with retries.

import {
  MAIL_ATTEMPTS_MAX,
  MAIL_BACKOFF_FIRST_MS,
  MAIL_BACKOFF_MAX_MS,
  MAIL_LEASE_MS,
  MAIL_POLL_MS,
  MAIL_RECORD_DAYS,
  MAIL_UNSEEN_MS,
} from "../../../domain/limits.ts"
import { addDays, addMs } from "../../../domain/time.ts"
import type { Clock } from "../clock.ts"
import type { Config } from "../config/config.ts"
import { withRetry } from "../db/database-errors.ts"
import type { OpenDatabase } from "../db/open.ts"
import { afterCommit, type Queries } from "../db/queries.ts"
import { errorText, type Log } from "../log.ts"
import type { Tracing } from "../tracing/tracing.ts"
import { type EmailContent, renderEmail } from "./email-template.ts"
import {
  type Backlog,
  claimEmail,
  countWaiting,
  deleteFinishedEmails,
  freeClaims,
  insertEmail,
  markFailed,
  markRetry,
  markSent,
  type OutboxRow,
  readBacklog,
} from "./outbox-store.ts"
import { createTransport } from "./transport.ts"

export const backoffMs = (attempts: number): number =>
  Math.min(MAIL_BACKOFF_MAX_MS, MAIL_BACKOFF_FIRST_MS * 2 ** Math.max(0, attempts - 1))

/** What a mail server says may hold anything: bytes that no text column takes, and addresses, which belong in no log. */
const safeText = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, " ")
    .replace(/[^\s<>"'(),;:]+/g, (word) => (word.includes("@") ? "(an email address)" : word))

interface Needs {
  config: Config
  database: OpenDatabase
  clock: Clock
  log: Log
  tracing?: Tracing | null
}

export type Mail = ReturnType<typeof createMail>

export function createMail({ config, database, clock, log, tracing = null }: Needs) {
  const { db } = database
  const transport = createTransport(config, log)
  const send = (email: OutboxRow) => transport.deliver(email, clock())
  const head = { site_name: config.SITE_NAME, origin: config.PUBLIC_ORIGIN, support_email: config.SUPPORT_EMAIL }
  let timer: NodeJS.Timeout | undefined
  let round: Promise<number> | undefined
  let again = false
  let stopped = false

  async function deliver(email: OutboxRow): Promise<boolean> {
    try {
      await (tracing === null
        ? send(email)
        : tracing.apart("send email", { "email.attempt": email.attempts }, () => send(email)))
    } catch (error) {
      const text = safeText(errorText(error))
      const now = clock()
      const isLast = email.attempts >= MAIL_ATTEMPTS_MAX
      log[isLast ? "error" : "warn"](isLast ? "mail.given_up" : "mail.delayed", {
        outbox_id: email.id,
        attempts: email.attempts,
        error: text,
      })
      const next = addMs(now, backoffMs(email.attempts))
      await withRetry(() => (isLast ? markFailed(db, email, text, now) : markRetry(db, email, text, next)))
      return false
    }
    const sentAt = clock()
    // An email that was accepted and not marked would be sent again.
    await withRetry(() => markSent(db, email.id, sentAt))
    return true
  }

  async function deliverRound(): Promise<number> {
    let accepted = 0
    while (!stopped) {
      const now = clock()
      const claim = {
        now,
        by: database.process.number,
        leaseUntil: addMs(now, MAIL_LEASE_MS),
        latest: addMs(now, MAIL_BACKOFF_MAX_MS),
      }
      // A retry may claim a second email: the lease of the first one ends, and it is claimed again.
      const email = await withRetry(() => claimEmail(db, claim))
      if (email === undefined) break
      if (await deliver(email)) accepted += 1
    }
    return accepted
  }

  /** One round at a time; called during a round, it starts another one afterward. */
  function work(): void {
    if (round !== undefined) {
      again = true
      return
    }
    again = false
    round = deliverRound()
    round
      .catch((error) => log.error("mail.round_failed", { error: errorText(error) }))
      .finally(() => {
        round = undefined
        if (again && !stopped) work()
      })
  }

  /** What a killed process was sending does not wait for the end of its lease. */
  async function freeDead(isStart: boolean): Promise<void> {
    const { process } = database
    // The embedded engine serves one process, so only a start finds claims of another.
    if (process.isGone === null && !isStart) return
    const now = clock()
    const count = await freeClaims(db, process, now, addMs(now, MAIL_LEASE_MS - MAIL_UNSEEN_MS))
    if (count > 0) log.info("mail.freed", { count })
  }

  function poll(isStart = false): void {
    freeDead(isStart)
      .catch((error) => log.warn("mail.free_failed", { error: errorText(error) }))
      .finally(() => {
        if (!stopped) work()
      })
  }

  const wake = (): void => {
    if (timer !== undefined) work()
  }

  return {
    /** Puts an email into the outbox; it is sent once `queries`, the transaction of its change, is committed. */
    async enqueue(queries: Queries, to: string, content: EmailContent, now: Date): Promise<void> {
      await insertEmail(queries, renderEmail(to, content, head), now)
      await afterCommit(queries, wake)
    },
    /** Sends what is due. @returns how many emails were accepted */
    deliverDue: deliverRound,
    /** Sends what is due from now on. */
    start(): void {
      timer = setInterval(poll, MAIL_POLL_MS)
      timer.unref()
      poll(true)
    },
    /** Finishes the current email, unless the mail server takes too long, and sends no other. */
    async stop(): Promise<void> {
      stopped = true
      clearInterval(timer)
      transport.hurry()
      await round?.catch(() => undefined)
      transport.close()
    },
    /** Emails that are neither sent nor given up. */
    waiting: (): Promise<number> => countWaiting(db),
    backlog: (): Promise<Backlog> => readBacklog(db),
    sweep: (): Promise<void> => deleteFinishedEmails(db, addDays(clock(), -MAIL_RECORD_DAYS)),
  }
}
