// Starts the program: configuration, database, services, application, listening; and ends it cleanly. Called with
// `backup FILE` or `restore FILE` it does that instead.
import { createApp } from "./app.ts"
import { BackupError } from "./backup/back-up.ts"
import { backupCommand, restoreCommand } from "./backup/commands.ts"
import { openControl } from "./backup/control.ts"
import { ConfigError, readConfig } from "./config.ts"
import { migrate } from "./db/migrate.ts"
import { openDatabase } from "./db/open.ts"
import { fillDemo } from "./demo/demo.ts"
import { startHousekeeping } from "./housekeeping.ts"
import { listen } from "./listen.ts"
import { createLog, errorText } from "./log.ts"
import { openBuild } from "./pages/build.ts"
import { createFrontDoor } from "./pages/front-door.ts"
import { createPages } from "./pages/pages.ts"
import { createServices } from "./services.ts"
import { stopOnSignal } from "./stop.ts"
import { VERSION } from "./version.ts"

const log = createLog()

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase(config, log)
  await migrate(database)
  const services = createServices({ config, database, clock: () => new Date(), log })
  const demo = process.argv.includes("--demo") ? await fillDemo(services) : []
  const build = openBuild(new URL("../../build/", import.meta.url))
  const pages = createPages(build, services)
  const at = { host: config.HOST, port: config.PORT }
  const server = await listen(createApp(services, pages), createFrontDoor(pages, services), at)
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : config.PORT
  log.info("listening", { address: `http://${config.HOST}:${port}`, public: config.PUBLIC_ORIGIN })
  // On the terminal, not in the log: it holds a password.
  for (const line of demo) process.stderr.write(`${line}\n`)
  const closeControl = await openControl({ ...services, version: VERSION }, services)
  const stopHousekeeping = startHousekeeping(services)
  stopOnSignal(server, services, async () => {
    await Promise.all([closeControl(), stopHousekeeping()])
    await database.close()
  })
}

const COMMANDS = { backup: backupCommand, restore: restoreCommand }

/** Standard output is for what was asked for: the log goes to the other one. */
async function obey(command: keyof typeof COMMANDS, args: string[]): Promise<void> {
  const given = {
    config: readConfig(process.env),
    clock: () => new Date(),
    log: createLog((line) => process.stderr.write(`${line}\n`)),
    version: VERSION,
  }
  process.stderr.write(`${await COMMANDS[command](given, args)}\n`)
}

const [word = "", ...args] = process.argv.slice(2)
const work = word === "backup" || word === "restore" ? obey(word, args).then(() => process.exit(0)) : start()

work.catch((error) => {
  if (error instanceof ConfigError || error instanceof BackupError) process.stderr.write(`${error.message}\n`)
  else log.error("start.failed", { error: errorText(error) })
  process.exit(1)
})
