// Starts one process of the program: migrates the database, builds the services, listens; and stops it cleanly.
import { createApp } from "./app.ts"
import { type Base, compose } from "./compose.ts"
import { openBuild } from "./delivery/pages/build.ts"
import { createPageFastPath } from "./delivery/pages/page-fast-path.ts"
import { createPages } from "./delivery/pages/pages.ts"
import { fillDemo } from "./operations/demo/demo.ts"
import { startHousekeeping } from "./operations/housekeeping.ts"
import { openControl } from "./operations/operator/control.ts"
import { stopWhenTold } from "./operations/stop.ts"
import { warnOfState } from "./operations/system-info/warnings.ts"
import { alone, type Worker } from "./operations/workers/peers.ts"
import { VERSION } from "./platform/config/version.ts"
import { migrate } from "./platform/db/migrate.ts"
import { listen } from "./platform/http/listen.ts"
import { errorText } from "./platform/log.ts"
import type { Tracing } from "./platform/tracing/tracing.ts"

/** @param worker null: this is the only process of the program */
export async function startServer(base: Base, worker: Worker | null): Promise<void> {
  const { config, clock, database, log } = base
  await migrate(database, { log })
  const tracing = config.OTEL_EXPORTER_OTLP_ENDPOINT === null ? null : await openTracing(base)
  if (worker === null || worker.isFirst) await warnOfState(config, database, log, clock())
  const services = compose({ ...base, tracing })
  const demo = process.argv.includes("--demo") ? await fillDemo(services) : []
  const dev = process.argv.includes("--dev") ? (await import("./delivery/pages/dev-build.ts")).createDevBuild() : null
  const build = dev ?? openBuild(new URL("../../build/", import.meta.url))
  const pages = createPages(build, services)
  const app = createApp(services, pages, worker ?? alone())
  // The first page loads and compiles what all pages need, and blocks the process meanwhile: do it before anyone connects.
  // (`npm run dev` needs the listening server to render.)
  if (dev === null)
    await pages
      .answer(new Request(config.PUBLIC_ORIGIN))
      .catch((error: unknown) => log.warn("pages.cold", { error: errorText(error) }))
  // Before the first request is answered: from then on, the operator's commands find the program.
  const closeControl = await openControl({ ...services, version: VERSION })
  const at = { host: config.HOST, port: config.PORT }
  const { isStopping } = services.readiness
  const server = await listen(app, createPageFastPath(pages, services), at, { isStopping, tracing })
  const closers = [closeControl, pages.settled, services.cdnPurge.stop]
  // Right away: a signal between the first response and this line would cut responses off.
  const shutdown = async () => {
    await Promise.all(closers.map((close) => close()))
    await tracing?.close()
    await database.close()
  }
  stopWhenTold(server, services, shutdown, worker)
  await dev?.attach(server)
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : config.PORT
  log.info("listening", { address: `http://${config.HOST}:${port}`, public: config.PUBLIC_ORIGIN })
  // On the terminal, not in the log: it holds a password.
  for (const line of demo) process.stderr.write(`${line}\n`)
  closers.push(startHousekeeping(services))
  worker?.ready()
}

async function openTracing({ config, database, log }: Base): Promise<Tracing> {
  const [{ createTracing }, { traceQueries }] = await Promise.all([
    import("./platform/tracing/tracing.ts"),
    import("./platform/tracing/trace-queries.ts"),
  ])
  const tracing = createTracing(config, log)
  for (const pool of [database.pool, ...database.replicas.pools]) traceQueries(pool, tracing)
  return tracing
}
