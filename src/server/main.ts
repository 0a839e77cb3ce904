// The entry point: reads the configuration and does what the command line says. `backup FILE`, `restore FILE` and `admin …` run one
// command; otherwise this process serves, alone or, with WORKERS, as the primary or one of its workers.
import cluster from "node:cluster"
import { warnOf } from "./operations/system-info/warnings.ts"
import { ConfigError, readConfig, workerNumber } from "./platform/config/config.ts"
import { keepPrivate, writePrivately } from "./platform/files/private-files.ts"
import { createLog, errorText } from "./platform/log.ts"

const number = cluster.isWorker ? workerNumber(process.env) : null
const log = createLog(undefined, number === null ? {} : { worker: Number(number) })
const clock = () => new Date()

async function begin([word = "", ...args]: string[]): Promise<void> {
  writePrivately()
  const config = readConfig(process.env)
  if (word === "backup" || word === "restore" || word === "admin") {
    const { runCommand } = await import("./operations/operator/command-line.ts")
    await runCommand(word, args, config, clock)
    process.exit(0)
  }
  if (number === null) {
    keepPrivate(config.DATA_DIR, log)
    warnOf(config, log)
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

begin(process.argv.slice(2)).catch((error) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else log.error("start.failed", { error: errorText(error) })
  process.exit(1)
})
