// Stops the process: first the proxy sends no more requests, then no connections are accepted, then the services shut down.
import type { Server } from "node:http"
import { Server as NetServer } from "node:net"
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises"
import type { Config } from "../platform/config/config.ts"
import { errorText, type Log } from "../platform/log.ts"
import type { Readiness } from "./health/readiness.ts"
import type { Worker } from "./workers/peers.ts"

/** Requests that were sent before the signal are still accepted, even without a proxy that needs time to notice. */
const LET_IN_MS = 500
/** How often connections without a request are closed. */
const SWEEP_MS = 100
/** For responses that are being sent; slower clients are cut off. */
const ANSWERS_WITHIN_MS = 20_000
/** Node keeps idle connections for five seconds; one more as a reserve. */
const KEPT_OPEN_MS = 6_500

/** Turns of the event loop without a new connection: then none waits any more, and those that were accepted have been read. */
const QUIET_TURNS = 3
const MOST_TURNS = 1_000

/**
 * A closing listener resets the connections that it has not accepted, and a proxy cannot send their POST again. A turn of the event loop
 * accepts one.
 */
async function acceptWaiting(server: Server, isAlone: boolean): Promise<void> {
  if (isAlone) letNoneWait(server)
  let quiet = 0
  const onConnection = () => {
    quiet = -1
  }
  server.on("connection", onConnection)
  for (let turns = 0; quiet < QUIET_TURNS && turns < MOST_TURNS; turns++, quiet++) await turn()
  server.off("connection", onConnection)
}

/**
 * Listens on, with a backlog of zero: what comes now is neither accepted nor reset. Its sender tries again, and is refused once the
 * listener is closed; a proxy then asks another process. Node has no public call for it; without it, a connection is lost now and then.
 */
function letNoneWait(server: Server): void {
  const handle: unknown = Reflect.get(server, "_handle")
  if (typeof handle !== "object" || handle === null) return
  const listen: unknown = Reflect.get(handle, "listen")
  if (typeof listen === "function") listen.call(handle, 0)
}

interface Closing {
  /** keeps idle connections open for a while */
  lingers: boolean
  /** no other process has this listener */
  isAlone: boolean
  /** ends the lingering */
  patience: AbortSignal
}

async function closeServer(server: Server, { lingers, isAlone, patience }: Closing): Promise<void> {
  await acceptWaiting(server, isAlone)
  // Not `server.close`: it cuts idle connections over which a proxy may just be sending a request.
  const closed = new Promise<void>((resolve) => void NetServer.prototype.close.call(server, () => resolve()))
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
