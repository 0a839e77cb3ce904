// Readiness, part by part, for proxies and orchestrators.
import type { HealthParts } from "../../../api/operations.ts"
import type { Profiles } from "../../features/profiles/service.ts"
import type { Clock } from "../../platform/clock.ts"
import { withTimeout } from "../../platform/concurrency/with-timeout.ts"
import { migrationsMissing } from "../../platform/db/migrate.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { ReplicaState } from "../../platform/db/replicas.ts"
import type { Files } from "../../platform/files/files.ts"
import { errorText, type Log } from "../../platform/log.ts"

/** Probes come often and several at once: they share a result for this long. */
const GOOD_FOR_MS = 1_000
/** Less than probes usually wait. */
const PATIENCE_MS = 2_000

/** Profiles that are never there: one of each way in which a visitor's page finds its profile. */
const ABSENT = ["00000000-0000-0000-0000-000000000000", "nobody-is-called-so"]

interface Needs {
  clock: Clock
  database: OpenDatabase
  files: Files
  log: Log
  profiles: Pick<Profiles, "read">
}

export type Readiness = ReturnType<typeof createReadiness>

export function createReadiness({ clock, database, files, log, profiles }: Needs) {
  let isStopping = false
  let last: { at: number; looked: Promise<Omit<HealthParts, "process" | "replicas">> } | null = null

  async function lookAtDatabase(): Promise<Pick<HealthParts, "database" | "migrations">> {
    try {
      return await withTimeout(PATIENCE_MS, async () => {
        const missing = await migrationsMissing(database)
        if (missing > 0) return { database: "ok", migrations: "missing" }
        // As visitors' pages do: a database may answer everything else.
        for (const key of ABSENT) await profiles.read(key, clock())
        const { rows } = await database.pool.query("select current_setting('transaction_read_only')::bool as locked")
        const state = rows[0]?.locked === true ? "read_only" : "ok"
        return { database: database.isPooled ? "pooled" : state, migrations: "ok" }
      })
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
     * Replicas that are away make nothing fail: they do not count.
     * With files "full", "read_only" or "away", or a database that is "read_only", pages are served and nothing can be saved. All processes share
     * these, so each stays ready: a proxy without any process would show visitors nothing at all. `isWhole` is false then.
     */
    async state(): Promise<{ parts: HealthParts; isReady: boolean; isWhole: boolean }> {
      const now = clock().getTime()
      if (last === null || Math.abs(now - last.at) >= GOOD_FOR_MS) last = { at: now, looked: look() }
      const looked = await last.looked
      const parts = {
        process: isStopping ? "stopping" : "ok",
        ...looked,
        ...replicasOf(database.replicas.states()),
      } as const
      const isRead = looked.database === "ok" || looked.database === "read_only"
      const isReady = !isStopping && isRead && looked.migrations === "ok" && looked.files !== "unavailable"
      return { parts, isReady, isWhole: looked.database === "ok" && looked.files === "ok" }
    },
    /** Not ready from now on: the process is about to end. */
    stop(): void {
      isStopping = true
    },
    isStopping: () => isStopping,
  }
}

function replicasOf(states: ReplicaState[]): Pick<HealthParts, "replicas"> {
  if (states.length === 0) return {}
  const serving = states.filter(({ isServing }) => isServing).length
  return { replicas: serving === states.length ? "ok" : serving === 0 ? "away" : "some_away" }
}
