// The end of the process: first nobody new is sent here, then nobody new is let in, then everything is put away.
import type { Server } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { errorText } from "./log.ts"
import type { Services } from "./services.ts"

/** Answers under way have this long; whoever reads more slowly is cut off. */
const ANSWERS_WITHIN_MS = 20_000

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), ANSWERS_WITHIN_MS)
  await closed
  clearTimeout(timer)
}

/** A second signal ends the waiting for the proxy. @param putAway what is left to do when the last answer is out */
export function stopOnSignal(
  server: Server,
  { config, log, readiness }: Pick<Services, "config" | "log" | "readiness">,
  putAway: () => Promise<void>,
): void {
  const hurry = new AbortController()
  let isStopping = false

  async function stop(signal: string): Promise<void> {
    log.info("stopping", { signal, delay_s: config.STOP_DELAY_S })
    readiness.stop()
    await pause(config.STOP_DELAY_S * 1000, undefined, { signal: hurry.signal }).catch(() => undefined)
    await closeServer(server)
    await putAway()
  }

  const onSignal = (signal: string) => {
    if (isStopping) return hurry.abort()
    isStopping = true
    stop(signal).then(
      () => process.exit(0),
      (error) => {
        log.error("stop.failed", { error: errorText(error) })
        process.exit(1)
      },
    )
  }
  process.on("SIGTERM", onSignal)
  process.on("SIGINT", onSignal)
}
