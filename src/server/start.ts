// Starts one process of the program: database, services, application, listening; and ends it cleanly.
import { createApp } from "./app.ts"
import type { Config } from "./config.ts"
import { migrate } from "./db/migrate.ts"
import { openDatabase } from "./db/open.ts"
import { fillDemo } from "./demo/demo.ts"
import { startHousekeeping } from "./housekeeping.ts"
import { listen } from "./listen.ts"
import type { Log } from "./log.ts"
import { openControl } from "./operator/control.ts"
import { openBuild } from "./pages/build.ts"
import { createFrontDoor } from "./pages/front-door.ts"
import { createPages } from "./pages/pages.ts"
import { type Clock, createServices } from "./services.ts"
import { stopWhenTold } from "./stop.ts"
import { VERSION } from "./version.ts"
import { alone, type Worker } from "./workers/peers.ts"

/** @param worker null: there is no other process of this program */
export async function startServer(config: Config, clock: Clock, log: Log, worker: Worker | null): Promise<void> {
  const database = await openDatabase(config, log)
  await migrate(database)
  const services = createServices({ config, database, clock, log })
  const demo = process.argv.includes("--demo") ? await fillDemo(services) : []
  const build = openBuild(new URL("../../build/", import.meta.url))
  const pages = createPages(build, services)
  const app = createApp(services, pages, worker ?? alone())
  const at = { host: config.HOST, port: config.PORT }
  const server = await listen(app, [createFrontDoor(pages, services)], at, services.readiness.isStopping)
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : config.PORT
  log.info("listening", { address: `http://${config.HOST}:${port}`, public: config.PUBLIC_ORIGIN })
  // On the terminal, not in the log: it holds a password.
  for (const line of demo) process.stderr.write(`${line}\n`)
  const closeControl = await openControl({ ...services, version: VERSION })
  const stopHousekeeping = startHousekeeping(services)
  const putAway = async () => {
    await Promise.all([closeControl(), stopHousekeeping()])
    await database.close()
  }
  stopWhenTold(server, services, putAway, worker)
  worker?.ready()
}
