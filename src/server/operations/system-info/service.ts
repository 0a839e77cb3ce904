// The state of the running program, in numbers for administrators, without secrets or personal data.
import { freemem, totalmem } from "node:os"
import { setTimeout as pause } from "node:timers/promises"
import type { SystemInfo } from "../../../api/operations.ts"
import { COUNTS_KEPT_S, FILES_COUNTED_MAX, STORAGE_KEPT_S } from "../../../domain/limits.ts"
import { memoizeFor } from "../../platform/cache/memoize-for.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import { VERSION } from "../../platform/config/version.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { Sweeps } from "../housekeeping.ts"
import { folderSize } from "./folder-size.ts"
import { policyOf } from "./policy.ts"
import { countEverything, databaseState, lastPurge } from "./store.ts"
import { warningsOf } from "./warnings.ts"

/** Measuring a large folder can take longer: the first response leaves the size out, and the next one has it. */
const STORAGE_PATIENCE_MS = 400

interface Needs {
  clock: Clock
  config: Config
  database: OpenDatabase
  mail: Mail
  sweeps: Sweeps
}

export type Operations = ReturnType<typeof createOperations>

export function createOperations({ clock, config, database, mail, sweeps }: Needs) {
  const { db, engine } = database

  const counts = memoizeFor(COUNTS_KEPT_S, clock, async () => {
    const at = clock().toISOString()
    return {
      counts: { ...(await countEverything(db)), at },
      database: { engine, ...(await databaseState(db)) },
      purgedAt: (await lastPurge(db))?.toISOString() ?? null,
      mail: await mail.backlog(),
    }
  })

  const storage = memoizeFor(STORAGE_KEPT_S, clock, async () => {
    const at = clock().toISOString()
    const sizeOf = (folder: string) => folderSize(`${config.DATA_DIR}/${folder}`, FILES_COUNTED_MAX)
    return {
      pictures: config.S3_ENDPOINT === null ? await sizeOf("files") : null,
      database: engine === "embedded" ? await sizeOf("database") : null,
      mails: await sizeOf("mail"),
      at,
    }
  })

  return {
    async systemInfo(): Promise<SystemInfo> {
      const known = await counts()
      const sweep = sweeps.last()
      const { rss, heapUsed } = process.memoryUsage()
      return {
        version: VERSION,
        node: process.version,
        uptime_s: Math.floor(process.uptime()),
        database: { ...known.database, replicas: database.replicas.states() },
        counts: known.counts,
        storage: await Promise.race([storage(), pause(STORAGE_PATIENCE_MS, null)]),
        mail: {
          sent_by: config.SMTP_URL === null ? "files" : "smtp",
          waiting: known.mail.waiting,
          oldest_at: known.mail.oldest_at?.toISOString() ?? null,
          failed: known.mail.failed,
        },
        housekeeping: {
          swept_at: sweep?.at.toISOString() ?? null,
          purged: sweep?.purged ?? null,
          last_purge_at: known.purgedAt,
        },
        policy: policyOf(config),
        warnings: warningsOf(config),
        memory: { process: rss, heap: heapUsed, free: freemem(), total: totalmem() },
      }
    },
  }
}
