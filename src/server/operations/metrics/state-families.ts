// What the parts of the server hold now: pages in memory, connections, waiting emails and hashes.
import type { Pages } from "../../delivery/pages/pages.ts"
import type { Auth } from "../../features/auth/auth.ts"
import { withTimeout } from "../../platform/concurrency/with-timeout.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { RequestCounts } from "./request-counts.ts"
import { counter, type Family, gauge } from "./text-format.ts"

interface Needs {
  auth: Pick<Auth, "passwords">
  database: OpenDatabase
  mail: Mail
  requests: RequestCounts
}

/** Collecting metrics does not wait for a database that is away. */
const DATABASE_PATIENCE_MS = 2_000

function emailsWaiting({ mail }: Needs): Promise<number | null> {
  return withTimeout(DATABASE_PATIENCE_MS, mail.waiting).catch(() => null)
}

export async function stateFamilies(services: Needs, pages: Pick<Pages, "counts">): Promise<Family[]> {
  const { auth, database, requests } = services
  const { hits, misses, bytes } = pages.counts()
  const { pool } = database
  const waiting = await emailsWaiting(services)
  return [
    counter("meishi_page_memory_lookups_total", "Pages asked for, by whether they were in memory.", [
      { labels: { result: "hit" }, value: hits + requests.fromMemory() },
      { labels: { result: "miss" }, value: misses },
    ]),
    gauge("meishi_page_memory_bytes", "Memory that rendered pages take.", bytes),
    gauge("meishi_database_up", "Whether the database answered just now.", waiting === null ? 0 : 1),
    gauge("meishi_database_connections", "Connections of this process to the database.", [
      { labels: { state: "idle" }, value: pool.idleCount },
      { labels: { state: "busy" }, value: pool.totalCount - pool.idleCount },
    ]),
    gauge("meishi_database_waiting", "Requests that wait for a connection.", pool.waitingCount),
    {
      ...gauge("meishi_mail_waiting", "Emails in the outbox that are not sent yet, of all processes.", waiting ?? []),
      isShared: true,
    },
    counter("meishi_password_hashes_total", "Password hashes computed.", auth.passwords.computed()),
    gauge("meishi_password_hashes_waiting", "Password hashes that wait for their turn.", auth.passwords.waiting()),
  ]
}
