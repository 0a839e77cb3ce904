// Runs `backup FILE`, `restore FILE` or `admin grant EMAIL | revoke EMAIL | list` in its own process.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { administratorsCommand, NotDone } from "../../features/accounts/administrators.ts"
import { createAudit } from "../../features/audit/service.ts"
import type { Clock } from "../../platform/clock.ts"
import { type Config, ConfigError } from "../../platform/config/config.ts"
import { VERSION } from "../../platform/config/version.ts"
import { migrate } from "../../platform/db/migrate.ts"
import { openDatabase } from "../../platform/db/open.ts"
import { createLog, type Log } from "../../platform/log.ts"
import { BackupError } from "../backup/back-up.ts"
import { backupCommand, restoreCommand } from "../backup/commands.ts"
import { askRunning, textOf } from "./control-socket.ts"

const COMMANDS = { backup: backupCommand, restore: restoreCommand, admin: adminCommand }

/** Standard output is for the result, standard error for the log. @throws ConfigError with one sentence */
export async function runCommand(
  command: keyof typeof COMMANDS,
  args: string[],
  config: Config,
  clock: Clock,
): Promise<void> {
  const log = createLog((line) => process.stderr.write(`${line}\n`))
  const output = command === "admin" ? process.stdout : process.stderr
  try {
    output.write(`${await COMMANDS[command]({ config, clock, log, version: VERSION }, args)}\n`)
  } catch (error) {
    throw error instanceof BackupError || error instanceof NotDone ? new ConfigError(error.message) : error
  }
}

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

/** @returns what was done, or the list, for the terminal @throws NotDone with a sentence */
async function adminCommand({ config, clock, log }: Given, args: string[]): Promise<string> {
  const isEmbedded = config.DATABASE_URL === null
  const answer = isEmbedded ? await byRunning(config.DATA_DIR, args) : null
  if (answer !== null) return answer
  if (isEmbedded && !existsSync(join(config.DATA_DIR, "database")))
    throw new NotDone(`There are no accounts: ${config.DATA_DIR} has no database.`)
  const database = await openDatabase(config, log)
  try {
    await migrate(database)
    return await administratorsCommand({ audit: createAudit(database.db), database, log }, args, clock())
  } finally {
    await database.close()
  }
}
