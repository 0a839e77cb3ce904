// Readiness, part by part, for proxies and orchestrators.
import type { HealthParts } from "../../../api/operations.ts"
import type { Clock } from "../../platform/clock.ts"
import { withTimeout } from "../../platform/concurrency/with-timeout.ts"
import { migrationsMissing } from "../../platform/db/migrate.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Files } from "../../platform/files/files.ts"
import { errorText, type Log } from "../../platform/log.ts"

/** Probes come often and several at once: they share a result for this long. */
const GOOD_FOR_MS = 1_000
/** Less than probes usually wait. */
const PATIENCE_MS = 2_000

interface Needs {
  clock: Clock
  database: OpenDatabase
  files: Files
  log: Log
}

export type Readiness = ReturnType<typeof createReadiness>

export function createReadiness({ clock, database, files, log }: Needs) {
  let isStopping = false
  let last: { at: number; looked: Promise<Omit<HealthParts, "process">> } | null = null

  async function lookAtDatabase(): Promise<Pick<HealthParts, "database" | "migrations">> {
    try {
      const missing = await withTimeout(PATIENCE_MS, () => migrationsMissing(database))
      return { database: "ok", migrations: missing === 0 ? "ok" : "missing" }
    } catch (error) {
      log.warn("health.database_unavailable", { error: errorText(error) })
      return { database: "unavailable", migrations: "unknown" }
    }
  }

  async function lookAtFiles(): Promise<HealthParts["files"]> {
    try {
      return await withTimeout(PATIENCE_MS, files.check)
    } catch (error) {
      log.warn("health.files_unavailable", { error: errorText(error) })
      return "unavailable"
    }
  }

  const look = async () => {
    const [data, fileState] = await Promise.all([lookAtDatabase(), lookAtFiles()])
    return { ...data, files: fileState }
  }

  return {
    /**
     * With files "full" or "away", pages are served and nothing can be uploaded. All processes share these, so each stays ready.
     */
    async state(): Promise<{ parts: HealthParts; isReady: boolean }> {
      const now = clock().getTime()
      if (last === null || Math.abs(now - last.at) >= GOOD_FOR_MS) last = { at: now, looked: look() }
      const looked = await last.looked
      const parts = { process: isStopping ? "stopping" : "ok", ...looked } as const
      const isReady =
        !isStopping && looked.database === "ok" && looked.migrations === "ok" && looked.files !== "unavailable"
      return { parts, isReady }
    },
    /** Not ready from now on: the process is about to end. */
    stop(): void {
      isStopping = true
    },
    isStopping: () => isStopping,
  }
}
