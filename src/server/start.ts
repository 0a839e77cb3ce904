// Starts one process of the program: database, services, application, listening; and ends it cleanly.
import { createApp } from "./app.ts"
import { createServices } from "./compose.ts"
import { openBuild } from "./delivery/pages/build.ts"
import { createPageFastPath } from "./delivery/pages/page-fast-path.ts"
import { createPages } from "./delivery/pages/pages.ts"
import { fillDemo } from "./operations/demo/demo.ts"
import { startHousekeeping } from "./operations/housekeeping.ts"
import { openControl } from "./operations/operator/control.ts"
import { stopWhenTold } from "./operations/stop.ts"
import { alone, type Worker } from "./operations/workers/peers.ts"
import type { Clock } from "./platform/clock.ts"
import type { Config } from "./platform/config/config.ts"
import { VERSION } from "./platform/config/version.ts"
import { migrate } from "./platform/db/migrate.ts"
import { openDatabase } from "./platform/db/open.ts"
import { listen } from "./platform/http/listen.ts"
import { errorText, type Log } from "./platform/log.ts"

/** @param worker null: there is no other process of this program */
export async function startServer(config: Config, clock: Clock, log: Log, worker: Worker | null): Promise<void> {
  const database = await openDatabase(config, log)
  await migrate(database)
  const services = createServices({ config, database, clock, log })
  const demo = process.argv.includes("--demo") ? await fillDemo(services) : []
  const dev = process.argv.includes("--dev") ? (await import("./delivery/pages/dev-build.ts")).createDevBuild() : null
  const build = dev ?? openBuild(new URL("../../build/", import.meta.url))
  const pages = createPages(build, services)
  const app = createApp(services, pages, worker ?? alone())
  // The first page loads and compiles what all of them need, and holds up everyone else for that long: so before there is anyone.
  // (`npm run dev` renders with the help of the server that listens.)
  if (dev === null)
    await pages
      .answer(new Request(config.PUBLIC_ORIGIN))
      .catch((error: unknown) => log.warn("pages.cold", { error: errorText(error) }))
  const at = { host: config.HOST, port: config.PORT }
  const server = await listen(app, [createPageFastPath(pages, services)], at, services.readiness.isStopping)
  const closers: (() => Promise<void>)[] = []
  // At once: a signal that came between the first answer and this would cut answers off.
  const shutdown = async () => {
    await Promise.all(closers.map((close) => close()))
    await database.close()
  }
  stopWhenTold(server, services, shutdown, worker)
  await dev?.attach(server)
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : config.PORT
  log.info("listening", { address: `http://${config.HOST}:${port}`, public: config.PUBLIC_ORIGIN })
  // On the terminal, not in the log: it holds a password.
  for (const line of demo) process.stderr.write(`${line}\n`)
  closers.push(await openControl({ ...services, version: VERSION }), startHousekeeping(services))
  worker?.ready()
}
