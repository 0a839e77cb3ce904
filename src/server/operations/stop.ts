// Stops the process: first the proxy sends no more requests, then no connections are accepted, then the services shut down.
import { once } from "node:events"
import type { Server } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import type { Config } from "../platform/config/config.ts"
import { errorText, type Log } from "../platform/log.ts"
import { closeListener } from "./close-listener.ts"
import type { Readiness } from "./health/readiness.ts"
import type { Worker } from "./workers/peers.ts"

/** Requests that were sent before the signal are still accepted, even without a proxy that needs time to notice. */
const LET_IN_MS = 500
/** How often idle connections are closed. */
const SWEEP_MS = 100
/** For responses that are being sent; slower clients are cut off. */
const ANSWERS_WITHIN_MS = 20_000
/** Node keeps idle connections for five seconds; one more as a reserve. */
const KEPT_OPEN_MS = 6_500

interface Closing {
  /** keeps idle connections open for a while */
  lingers: boolean
  /** no other process has this listener */
  isAlone: boolean
  /** ends the lingering */
  patience: AbortSignal
}

async function closeServer(server: Server, { lingers, isAlone, patience }: Closing): Promise<void> {
  const closed = once(server, "close")
  await closeListener(server, isAlone)
  const timer = setTimeout(() => server.closeAllConnections(), ANSWERS_WITHIN_MS)
  if (lingers) await Promise.race([closed, pause(KEPT_OPEN_MS, undefined, { signal: patience }).catch(() => undefined)])
  // Not at once, and only after reading what has arrived: an idle connection may just have sent a request.
  const sweep = setInterval(() => setImmediate(() => server.closeIdleConnections()), SWEEP_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(timer)
}

interface Needs {
  config: Config
  log: Log
  readiness: Readiness
}

/**
 * Stops on a signal or, as one of several workers, when the primary says so. A second signal skips the waiting for the proxy.
 * A process with a successor, or behind a proxy, keeps connections open a little longer, so that no request is lost in them.
 * @param shutdown runs after the last response
 */
export function stopWhenTold(
  server: Server,
  { config, log, readiness }: Needs,
  shutdown: () => Promise<void>,
  worker: Worker | null,
): void {
  const hurry = new AbortController()
  let isStopping = false

  async function end(reason: string, delayS: number, lingers: boolean): Promise<void> {
    log.info("stopping", { signal: reason, delay_s: delayS })
    readiness.stop()
    await pause(Math.max(delayS * 1000, LET_IN_MS), undefined, { signal: hurry.signal }).catch(() => undefined)
    await closeServer(server, { lingers, isAlone: worker === null, patience: hurry.signal })
    await shutdown()
  }

  function stop(reason: string): void {
    if (isStopping) return
    isStopping = true
    const isReplaced = reason === "replaced"
    const delayS = isReplaced ? 0 : config.STOP_DELAY_S
    end(reason, delayS, isReplaced || delayS > 0).then(
      () => process.exit(0),
      (error) => {
        log.error("stop.failed", { error: errorText(error) })
        process.exit(1)
      },
    )
  }

  const onSignal = (signal: string) => {
    // A group of processes gets a signal together: a worker that hears it twice counts it once.
    if (isStopping && worker === null) hurry.abort()
    stop(signal)
  }
  process.on("SIGTERM", onSignal)
  process.on("SIGINT", onSignal)
  // A worker is replaced by its primary. A single process ends like on SIGTERM, and its service manager starts it again.
  process.on("SIGHUP", worker === null ? onSignal : () => undefined)
  if (worker === null) return
  worker.onOrder((order) => (order === "hurry" ? hurry.abort() : stop(order)))
}
