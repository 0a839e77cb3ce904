// What the tests run on when TEST_ENGINE says so: "postgres" (with two processes behind nginx where a test starts the program),
// "pgbouncer", the same through a pooler in transaction mode, or "s3", with the pictures in a bucket. Without it: the embedded engine, and
// pictures on disk.
import { type BucketServer, bucketSettings, startBucketServer } from "./bucket-server.ts"
import { type Pooler, startPooler } from "./pooler.ts"
import { findPostgres, type PostgresServer, startPostgres } from "./postgres.ts"

export const CHOSEN = process.env.TEST_ENGINE ?? ""
if (!["", "postgres", "pgbouncer", "s3"].includes(CHOSEN))
  throw new Error('TEST_ENGINE is "postgres", "pgbouncer" or "s3", or not set')

export interface Place {
  /** settings that lead there */
  env: Record<string, string> & { DATABASE_URL: string }
  close(): Promise<void>
}

interface Servers {
  postgres: PostgresServer
  bucket: BucketServer | null
  pooler: Pooler | null
}

/** One of each for a test file, ended with the last database in it. */
let running: Promise<Servers> | null = null
let users = 0
let count = 0

async function start(): Promise<Servers> {
  const bin = findPostgres()
  if (bin === null) throw new Error("TEST_ENGINE needs PostgreSQL. On Debian: sudo apt-get install postgresql")
  const postgres = await startPostgres(bin)
  return {
    postgres,
    bucket: CHOSEN === "s3" ? await startBucketServer() : null,
    pooler: CHOSEN === "pgbouncer" ? await startPooler("transaction", postgres.port) : null,
  }
}

/** An empty database of one's own, and the bucket. */
export async function chosenPlace(): Promise<Place> {
  users += 1
  count += 1
  running ??= start()
  const { postgres, bucket, pooler } = await running
  const url = await postgres.createDatabase(`test_${count}`)
  const direct: Record<string, string> = pooler === null ? {} : { DATABASE_DIRECT_URL: url }
  const DATABASE_URL = pooler === null ? url : pooler.through(url)
  return {
    env: { DATABASE_URL, ...direct, ...(bucket === null ? {} : bucketSettings(bucket)) },
    async close() {
      users -= 1
      if (users > 0) return
      running = null
      await bucket?.close()
      await pooler?.close()
      await postgres.remove()
    },
  }
}
