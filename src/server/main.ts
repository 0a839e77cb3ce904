// Starts the program: configuration, database, services, application, listening; and ends it cleanly.
import { serve } from "@hono/node-server"
import { createApp } from "./app.ts"
import { ConfigError, readConfig } from "./config.ts"
import { migrate } from "./db/migrate.ts"
import { openDatabase } from "./db/open.ts"
import { fillDemo } from "./demo/demo.ts"
import { startHousekeeping } from "./housekeeping.ts"
import { createLog, errorText } from "./log.ts"
import { openBuild } from "./pages/build.ts"
import { createPages } from "./pages/pages.ts"
import { createServices } from "./services.ts"

const log = createLog()

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase(config, log)
  await migrate(database)
  const services = createServices({ config, database, clock: () => new Date(), log })
  const demo = process.argv.includes("--demo") ? await fillDemo(services) : []
  const build = openBuild(new URL("../../build/", import.meta.url))
  const app = createApp(services, createPages(build, services))
  const server = serve({ fetch: app.fetch, port: config.PORT, hostname: config.HOST }, (address) => {
    log.info("listening", { address: `http://${config.HOST}:${address.port}`, public: config.PUBLIC_ORIGIN })
    // On the terminal, not in the log: it holds a password.
    for (const line of demo) process.stderr.write(`${line}\n`)
  })
  const stopHousekeeping = startHousekeeping(services)
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info("stopping", { signal })
    server.close(() => {
      stopHousekeeping()
        .then(() => database.close())
        .then(
          () => process.exit(0),
          (error) => {
            log.error("stop.failed", { error: errorText(error) })
            process.exit(1)
          },
        )
    })
    if ("closeIdleConnections" in server) server.closeIdleConnections()
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
}

start().catch((error) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else log.error("start.failed", { error: errorText(error) })
  process.exit(1)
})
