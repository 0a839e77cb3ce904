// `admin grant EMAIL | revoke EMAIL | list`, as the operator types it: by the running program when the database is its own.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { administratorsCommand, NotDone } from "../../features/accounts/administrators.ts"
import { createAudit } from "../../features/audit/service.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import { migrate } from "../../platform/db/migrate.ts"
import { openDatabase } from "../../platform/db/open.ts"
import type { Log } from "../../platform/log.ts"
import { askRunning, textOf } from "./control-socket.ts"

interface Given {
  config: Config
  clock: Clock
  log: Log
}

async function byRunning(dataDir: string, args: string[]): Promise<string | null> {
  const answer = await askRunning(dataDir, "/admin", JSON.stringify(args))
  if (answer === null) return null
  const text = await textOf(answer)
  if (answer.statusCode !== 200) throw new NotDone(text)
  return text
}

/** @returns what was done, or who is, for the terminal @throws NotDone with a sentence */
export async function adminCommand({ config, clock, log }: Given, args: string[]): Promise<string> {
  const isEmbedded = config.DATABASE_URL === null
  const answer = isEmbedded ? await byRunning(config.DATA_DIR, args) : null
  if (answer !== null) return answer
  if (isEmbedded && !existsSync(join(config.DATA_DIR, "database")))
    throw new NotDone(`There is nobody: ${config.DATA_DIR} has no database.`)
  const database = await openDatabase(config, log)
  try {
    await migrate(database)
    return await administratorsCommand({ audit: createAudit(database.db), database, log }, args, clock())
  } finally {
    await database.close()
  }
}
