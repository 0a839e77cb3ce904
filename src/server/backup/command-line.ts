// `backup FILE` and `restore FILE` in a process of their own.
import { type Config, ConfigError } from "../config.ts"
import { createLog } from "../log.ts"
import type { Clock } from "../services.ts"
import { VERSION } from "../version.ts"
import { BackupError } from "./back-up.ts"
import { backupCommand, restoreCommand } from "./commands.ts"

const COMMANDS = { backup: backupCommand, restore: restoreCommand }

/** Standard output is for what was asked for: the log goes to the other one. Throws ConfigError with one sentence. */
export async function obey(command: keyof typeof COMMANDS, args: string[], config: Config, clock: Clock) {
  const log = createLog((line) => process.stderr.write(`${line}\n`))
  try {
    process.stderr.write(`${await COMMANDS[command]({ config, clock, log, version: VERSION }, args)}\n`)
  } catch (error) {
    throw error instanceof BackupError ? new ConfigError(error.message) : error
  }
}
