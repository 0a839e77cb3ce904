// What the parts of the server hold at the moment: pages in memory, connections, emails and hashes that wait.
import { setTimeout as pause } from "node:timers/promises"
import type { Pages } from "../../delivery/pages/pages.ts"
import type { Auth } from "../../features/auth/auth.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { RequestCounts } from "./request-counts.ts"
import type { Family } from "./text-format.ts"

interface Needs {
  auth: Pick<Auth, "passwords">
  database: OpenDatabase
  mail: Mail
  requests: RequestCounts
}

/** Whoever collects numbers does not wait for a database that is away. */
const DATABASE_PATIENCE_MS = 2_000

async function lettersWaiting({ mail }: Needs): Promise<number | null> {
  const abort = new AbortController()
  const asked = mail.waiting().catch(() => null)
  const late = pause(DATABASE_PATIENCE_MS, null, { signal: abort.signal }).catch(() => null)
  const answer = await Promise.race([asked, late])
  abort.abort()
  return answer
}

export async function stateFamilies(services: Needs, pages: Pick<Pages, "counts">): Promise<Family[]> {
  const { auth, database, requests } = services
  const { hits, misses, bytes } = pages.counts()
  const { pool } = database
  const waiting = await lettersWaiting(services)
  return [
    {
      name: "meishi_page_memory_lookups_total",
      help: "Pages asked for, by whether they were in memory.",
      type: "counter",
      samples: [
        { labels: { result: "hit" }, value: hits + requests.atHand() },
        { labels: { result: "miss" }, value: misses },
      ],
    },
    {
      name: "meishi_page_memory_bytes",
      help: "Memory that rendered pages take.",
      type: "gauge",
      samples: [{ value: bytes }],
    },
    {
      name: "meishi_database_up",
      help: "Whether the database answered just now.",
      type: "gauge",
      samples: [{ value: waiting === null ? 0 : 1 }],
    },
    {
      name: "meishi_database_connections",
      help: "Connections of this process to the database.",
      type: "gauge",
      samples: [
        { labels: { state: "idle" }, value: pool.idleCount },
        { labels: { state: "busy" }, value: pool.totalCount - pool.idleCount },
      ],
    },
    {
      name: "meishi_database_waiting",
      help: "Requests that wait for a connection.",
      type: "gauge",
      samples: [{ value: pool.waitingCount }],
    },
    {
      name: "meishi_mail_waiting",
      help: "Emails in the outbox that are not sent yet, of all processes.",
      type: "gauge",
      isShared: true,
      samples: waiting === null ? [] : [{ value: waiting }],
    },
    {
      name: "meishi_password_hashes_total",
      help: "Password hashes computed.",
      type: "counter",
      samples: [{ value: auth.passwords.computed() }],
    },
    {
      name: "meishi_password_hashes_waiting",
      help: "Password hashes that wait for their turn.",
      type: "gauge",
      samples: [{ value: auth.passwords.waiting() }],
    },
  ]
}
