// What the parts of the server hold now: pages in memory, connections, waiting emails and hashes.
import { statfs } from "node:fs/promises"
import type { Pages } from "../../delivery/pages/pages.ts"
import type { Auth } from "../../features/auth/auth.ts"
import { withTimeout } from "../../platform/concurrency/with-timeout.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { RequestCounts } from "./request-counts.ts"
import { counter, type Family, gauge } from "./text-format.ts"

interface Needs {
  config: Pick<Config, "DATA_DIR">
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

/** @returns null when DATA_DIR is away */
const freeBytes = ({ config }: Needs): Promise<number | null> =>
  statfs(config.DATA_DIR).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )

/** @returns whether the database accepts writes; null when it cannot be reached */
const isWritable = ({ database }: Needs): Promise<boolean | null> =>
  withTimeout(DATABASE_PATIENCE_MS, async () => {
    const { rows } = await database.pool.query("select current_setting('transaction_read_only')::bool as locked")
    return rows[0]?.locked === false
  }).catch(() => null)

export async function stateFamilies(services: Needs, pages: Pick<Pages, "counts">): Promise<Family[]> {
  const { auth, database, requests } = services
  const { hits, misses, bytes, stored, rendered } = pages.counts()
  const { pool } = database
  const waiting = await emailsWaiting(services)
  const writable = waiting === null ? null : await isWritable(services)
  return [
    counter("meishi_page_memory_lookups_total", "Pages requested, by whether they were in memory.", [
      { labels: { result: "hit" }, value: hits + requests.fromMemory() },
      { labels: { result: "miss" }, value: misses },
    ]),
    counter("meishi_pages_fetched_total", "Pages that were not in memory, by where they came from.", [
      { labels: { from: "database" }, value: stored },
      { labels: { from: "rendering" }, value: rendered },
    ]),
    gauge("meishi_page_memory_bytes", "Memory used by rendered pages.", bytes),
    gauge("meishi_database_up", "Whether the database answered just now.", waiting === null ? 0 : 1),
    gauge("meishi_database_writable", "Whether it takes writes: not on a full disk.", writable === true ? 1 : 0),
    gauge("meishi_data_free_bytes", "Free space on the disk of DATA_DIR.", (await freeBytes(services)) ?? []),
    gauge("meishi_database_connections", "Connections of this process to the database.", [
      { labels: { state: "idle" }, value: pool.idleCount },
      { labels: { state: "busy" }, value: pool.totalCount - pool.idleCount },
    ]),
    gauge("meishi_database_waiting", "Requests waiting for a connection.", pool.waitingCount),
    ...replicaFamilies(services),
    {
      ...gauge("meishi_mail_waiting", "Emails in the outbox that are not sent yet, of all processes.", waiting ?? []),
      isShared: true,
    },
    counter("meishi_password_hashes_total", "Password hashes computed.", auth.passwords.computed()),
    gauge("meishi_password_hashes_waiting", "Password hashes waiting to be computed.", auth.passwords.waiting()),
  ]
}

/** None without replicas. */
function replicaFamilies({ database }: Needs): Family[] {
  const states = database.replicas.states()
  if (states.length === 0) return []
  const of = (value: (state: (typeof states)[number]) => number) =>
    states.map((state) => ({ labels: { replica: state.name }, value: value(state) }))
  return [
    gauge(
      "meishi_replica_serving",
      "Whether this read replica is up to date and answers.",
      of(({ isServing }) => (isServing ? 1 : 0)),
    ),
    counter(
      "meishi_replica_reads_total",
      "Reads that this replica answered.",
      of(({ reads }) => reads),
    ),
  ]
}
