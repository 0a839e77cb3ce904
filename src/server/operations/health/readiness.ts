// Whether this process can serve at the moment, part by part; what a proxy or an orchestrator asks.
import type { HealthParts } from "../../../api/operations.ts"
import type { Clock } from "../../platform/clock.ts"
import { withTimeout } from "../../platform/concurrency/with-timeout.ts"
import { migrationsMissing } from "../../platform/db/migrate.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Files } from "../../platform/files/files.ts"
import type { Log } from "../../platform/log.ts"
import { errorText } from "../../platform/log.ts"

export interface State {
  /** "full" and "away": pages are shown, nothing can be uploaded; all processes have that in common, so none is taken out */
  parts: HealthParts
  isReady: boolean
}

export interface Readiness {
  state(): Promise<State>
  /** From now on not ready: the process is about to end. */
  stop(): void
  isStopping(): boolean
}

/** Probes ask often and several at once: each answer is good for this long. */
const GOOD_FOR_MS = 1_000
/** Less than what probes usually wait. */
const PATIENCE_MS = 2_000

interface Needs {
  clock: Clock
  database: OpenDatabase
  files: Files
  log: Log
}

export function createReadiness({ clock, database, files, log }: Needs): Readiness {
  let isStopping = false
  let last: { at: number; looked: Promise<Omit<State["parts"], "process">> } | null = null

  async function lookAtDatabase(): Promise<Pick<State["parts"], "database" | "migrations">> {
    try {
      const missing = await withTimeout(PATIENCE_MS, () => migrationsMissing(database))
      return { database: "ok", migrations: missing === 0 ? "ok" : "missing" }
    } catch (error) {
      log.warn("health.database_unavailable", { error: errorText(error) })
      return { database: "unavailable", migrations: "unknown" }
    }
  }

  async function lookAtFiles(): Promise<State["parts"]["files"]> {
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
    async state() {
      const now = clock().getTime()
      if (last === null || Math.abs(now - last.at) >= GOOD_FOR_MS) last = { at: now, looked: look() }
      const looked = await last.looked
      const parts = { process: isStopping ? "stopping" : "ok", ...looked } as const
      const isReady =
        !isStopping && looked.database === "ok" && looked.migrations === "ok" && looked.files !== "unavailable"
      return { parts, isReady }
    },
    stop() {
      isStopping = true
    },
    isStopping: () => isStopping,
  }
}
