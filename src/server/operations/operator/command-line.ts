// Runs one of the operator's commands in its own process: backup, restore, admin, migrate or doctor.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { administratorsCommand, NotDone } from "../../features/accounts/administrators.ts"
import { createAudit } from "../../features/audit/service.ts"
import type { Clock } from "../../platform/clock.ts"
import { type Config, ConfigError, readConfig } from "../../platform/config/config.ts"
import { VERSION } from "../../platform/config/version.ts"
import { JOURNAL, migrate } from "../../platform/db/migrate.ts"
import { openDatabase } from "../../platform/db/open.ts"
import { createLog, errorText, type Log } from "../../platform/log.ts"
import { backupCommand, restoreCommand } from "../backup/commands.ts"
import { removeAtEnd } from "../backup/temporary.ts"
import { BackupError } from "../backup/trouble-words.ts"
import { otherOwner, runAsOwner } from "./as-owner.ts"
import { askRunning, textOf } from "./control-socket.ts"
import { doctorCommand } from "./doctor/doctor.ts"

const COMMANDS = {
  backup: backupCommand,
  restore: restoreCommand,
  admin: adminCommand,
  migrate: migrateCommand,
}

/** For people who typed something else. */
export const USAGE = `Usage: meishi COMMAND

  start                    serve (the default); --demo adds examples
  backup FILE              back up to a .tar.gz file; - writes to standard output; --with-secret
  restore FILE             restore into an empty instance; - reads standard input; --with-secret, --without-second-factors
  admin list               list administrators; also: admin grant EMAIL, admin revoke EMAIL
  migrate                  bring the tables up to date without serving
  doctor                   check the settings and everything they refer to
  sbom                     list the installed components (CycloneDX)
  --version                the version and its commit

Settings come from the environment: see README.md.`

type Command = keyof typeof COMMANDS | "doctor" | "help" | "--help"

export const isCommand = (word: string): word is Command =>
  Object.hasOwn(COMMANDS, word) || ["doctor", "help", "--help"].includes(word)

/** Standard output is for the result, standard error for the log. @returns the exit code @throws ConfigError with one sentence */
export async function runCommand(
  command: Command,
  args: string[],
  env: Record<string, string | undefined>,
  clock: Clock,
): Promise<number> {
  if (command === "help" || command === "--help") return print(process.stdout, USAGE)
  const log = createLog((line) => process.stderr.write(`${line}\n`))
  if (command === "doctor") return doctorCommand(env, log, clock)
  const config = readConfig(env)
  if (command === "backup" || command === "restore") removeAtEnd()
  const owner = otherOwner(config.DATA_DIR)
  if (owner !== null && (command === "admin" || command === "migrate"))
    return runAsOwner(owner, config, [command, ...args])
  const isResult = command === "admin" || command === "migrate"
  try {
    return print(
      isResult ? process.stdout : process.stderr,
      await COMMANDS[command]({ config, clock, log, version: VERSION }, args),
    )
  } catch (error) {
    if (error instanceof ConfigError) throw error
    if (error instanceof BackupError || error instanceof NotDone) throw new ConfigError(error.message)
    // Not to standard output, which may be the archive.
    log.error("command.failed", { command, error: errorText(error) })
    return 1
  }
}

function print(output: NodeJS.WriteStream, text: string): number {
  if (text !== "") output.write(`${text}\n`)
  return 0
}

interface Given {
  config: Config
  clock: Clock
  log: Log
}

/** Without a limit of time, unlike a start. @returns a sentence for the terminal */
async function migrateCommand({ config, log }: Given, args: string[]): Promise<string> {
  if (args.length > 0) throw new NotDone("Usage: migrate")
  const database = await openDatabase(config, log)
  try {
    const done = await migrate(database, { log, hasTimeLimit: false })
    const last = JOURNAL.at(-1) ?? ""
    return done.length === 0
      ? `The tables are up to date (${last}).`
      : `Applied ${done.length} ${done.length === 1 ? "migration" : "migrations"}: ${done.join(", ")}. The tables are up to date.`
  } finally {
    await database.close()
  }
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
    await migrate(database, { log })
    return await administratorsCommand({ audit: createAudit(database.db), config, database, log }, args, clock())
  } finally {
    await database.close()
  }
}
