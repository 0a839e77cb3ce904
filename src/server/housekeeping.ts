// What runs by itself while the server is up: the outbox, and an hourly sweep of what time has ended.
import { SWEEP_MS } from "../domain/limits.ts"
import { errorText } from "./log.ts"
import type { Services } from "./services.ts"

type Needed = Pick<Services, "auth" | "insights" | "limits" | "log" | "mail" | "places" | "purge">

/** @returns stops it; resolves when nothing runs any more */
export function startHousekeeping({ auth, insights, limits, log, mail, places, purge }: Needed): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const sweep = () => {
    const others = [auth.sweep(), limits.sweep(), mail.sweep(), places.refresh()]
    running = Promise.all([...others, insights.sweep(stopping.signal), purge.sweep(stopping.signal)]).then(
      () => undefined,
      (error) => log.error("sweep.failed", { error: errorText(error) }),
    )
  }
  const timer = setInterval(sweep, SWEEP_MS)
  timer.unref()
  mail.start()
  sweep()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await Promise.all([running, mail.stop(), insights.flush()])
  }
}
