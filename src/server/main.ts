// Where the program begins: reads the configuration and becomes what is asked for. `backup FILE`, `restore FILE` or `admin …`
// does that; otherwise it serves, alone or, with WORKERS, as the first of several processes or one of them.
import cluster from "node:cluster"
import { ConfigError, readConfig, workerNumber } from "./config.ts"
import { createLog, errorText } from "./log.ts"
import { warnOf } from "./operations/warnings.ts"
import { keepPrivate, writePrivately } from "./private-files.ts"

const number = cluster.isWorker ? workerNumber(process.env) : null
const log = createLog(undefined, number === null ? {} : { worker: Number(number) })
const clock = () => new Date()

async function begin([word = "", ...args]: string[]): Promise<void> {
  writePrivately()
  const config = readConfig(process.env)
  if (word === "backup" || word === "restore" || word === "admin") {
    const { obey } = await import("./operator/command-line.ts")
    await obey(word, args, config, clock)
    process.exit(0)
  }
  if (number === null) {
    keepPrivate(config.DATA_DIR, log)
    warnOf(config, log)
  }
  if (config.WORKERS > 1 && number === null) {
    const { runPrimary } = await import("./workers/primary.ts")
    return runPrimary(config, log)
  }
  const [{ startServer }, { asWorker }] = await Promise.all([import("./start.ts"), import("./workers/peers.ts")])
  await startServer(config, clock, log, number === null ? null : asWorker(number))
}

begin(process.argv.slice(2)).catch((error) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else log.error("start.failed", { error: errorText(error) })
  process.exit(1)
})
