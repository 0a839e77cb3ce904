// `backup FILE`, `restore FILE` and `admin …` in a process of their own.
import { NotDone } from "../../features/accounts/administrators.ts"
import type { Clock } from "../../platform/clock.ts"
import { type Config, ConfigError } from "../../platform/config/config.ts"
import { VERSION } from "../../platform/config/version.ts"
import { createLog } from "../../platform/log.ts"
import { BackupError } from "../backup/back-up.ts"
import { backupCommand, restoreCommand } from "../backup/commands.ts"
import { adminCommand } from "./admin-command.ts"

const COMMANDS = { backup: backupCommand, restore: restoreCommand, admin: adminCommand }

/** Standard output is for what was asked for: the log goes to the other one. Throws ConfigError with one sentence. */
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
