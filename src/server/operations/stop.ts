// The end of the process: first nobody new is sent here, then nobody new is let in, then everything is put away.
import type { Server } from "node:http"
import { Server as NetServer } from "node:net"
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises"
import type { Config } from "../platform/config/config.ts"
import type { Log } from "../platform/log.ts"
import { errorText } from "../platform/log.ts"
import type { Readiness } from "./health/readiness.ts"
import type { Worker } from "./workers/peers.ts"

/** Requests that were sent when the signal came may still have to be let in, also where no proxy needs time to notice. */
const LET_IN_MS = 500
/** How often connections without a request are closed. */
const SWEEP_MS = 100
/** Answers under way have this long; anyone who reads more slowly is cut off. */
const ANSWERS_WITHIN_MS = 20_000
/** A connection that is kept open may be used again by now: Node has it for five seconds, and another as a reserve. */
const KEPT_OPEN_MS = 6_500

/** @param patience ends the lingering */
async function closeServer(server: Server, lingers: boolean, patience: AbortSignal): Promise<void> {
  // A listener that closes resets every connection it has not let in: one turn of the event loop lets in all that wait, the next
  // ones read what they have sent.
  for (let turns = 0; turns < 3; turns++) await turn()
  // Not `server.close`: that cuts connections which a proxy may just be sending a request over.
  const closed = new Promise<void>((resolve) => void NetServer.prototype.close.call(server, () => resolve()))
  const timer = setTimeout(() => server.closeAllConnections(), ANSWERS_WITHIN_MS)
  if (lingers) await Promise.race([closed, pause(KEPT_OPEN_MS, undefined, { signal: patience }).catch(() => undefined)])
  // Not at once, and only after what has arrived was read: a connection without a request may just have sent one.
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
 * On a signal or, for one of several workers, when the primary says so. A second signal ends the waiting for the proxy.
 * Anyone who has a successor, or a proxy in front, keeps open connections a little longer, so that no request is lost in them.
 * @param shutdown what is left to do when the last answer is out
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
    await closeServer(server, lingers, hurry.signal)
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
    // A whole group of processes is signalled at once: what a worker hears twice is meant once.
    if (isStopping && worker === null) hurry.abort()
    stop(signal)
  }
  process.on("SIGTERM", onSignal)
  process.on("SIGINT", onSignal)
  if (worker === null) return
  process.on("SIGHUP", () => undefined)
  worker.onOrder((order) => (order === "hurry" ? hurry.abort() : stop(order)))
}
