// The entry point: reads the configuration and does what the command line says. `start`, or no command, serves: alone or, with WORKERS, as
// the primary or one of its workers. Everything else runs one of the operator's commands.
import cluster from "node:cluster"
import { ConfigError, readConfig, workerNumber } from "./platform/config/config.ts"
import { unknownSettings } from "./platform/config/unknown-settings.ts"
import { VERSION } from "./platform/config/version.ts"
import { keepPrivate, writePrivately } from "./platform/files/private-files.ts"
import { createLog, errorText } from "./platform/log.ts"

const number = cluster.isWorker ? workerNumber(process.env) : null
const always = number === null ? {} : { worker: Number(number) }
const clock = () => new Date()

async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(undefined, always, config.LOG_LEVEL)
  if (number === null) {
    const [{ warnOf }, { refuseAsRoot }, { portIsFree }] = await Promise.all([
      import("./operations/system-info/warnings.ts"),
      import("./operations/operator/as-owner.ts"),
      import("./platform/http/port-is-free.ts"),
    ])
    refuseAsRoot(config.DATA_DIR)
    // Before anything is written to disk.
    await portIsFree(config)
    keepPrivate(config.DATA_DIR, log)
    warnOf(config, log)
    for (const hint of unknownSettings(process.env)) log.warn("config.warning", { warning: "unknownSetting", hint })
  }
  if (config.WORKERS > 1 && number === null) {
    const { runPrimary } = await import("./operations/workers/primary.ts")
    return runPrimary(config, log)
  }
  const [{ openDatabase }, { asWorker }] = await Promise.all([
    import("./platform/db/open.ts"),
    import("./operations/workers/peers.ts"),
  ])
  const worker = number === null ? null : asWorker(number)
  // The embedded engine starts in its own thread while this one loads the rest of the program.
  const [database, { startServer }] = await Promise.all([openDatabase(config, log), import("./start.ts")])
  await startServer({ config, database, clock, log }, worker)
}

async function begin([word = "start", ...args]: string[]): Promise<void> {
  writePrivately()
  if (word === "--version") return void process.stdout.write(`${VERSION}\n`)
  if (word === "start" || word === "--demo" || word === "--dev") return serve()
  const { isCommand, runCommand, USAGE } = await import("./operations/operator/command-line.ts")
  if (!isCommand(word)) throw new ConfigError(`There is no command ${word}.\n\n${USAGE}`)
  process.exit(await runCommand(word, args, process.env, clock))
}

begin(process.argv.slice(2)).catch((error) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else createLog(undefined, always).error("start.failed", { error: errorText(error) })
  process.exit(1)
})
