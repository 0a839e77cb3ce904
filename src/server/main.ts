// Where the program begins: reads the configuration and becomes what is asked for. `backup FILE`, `restore FILE` or `admin …`
// does that; otherwise it serves, alone or, with WORKERS, as the first of several processes or one of them.
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
  const [{ startServer }, { asWorker }] = await Promise.all([
    import("./start.ts"),
    import("./operations/workers/peers.ts"),
  ])
  await startServer(config, clock, log, number === null ? null : asWorker(number))
}

begin(process.argv.slice(2)).catch((error) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else log.error("start.failed", { error: errorText(error) })
  process.exit(1)
})
