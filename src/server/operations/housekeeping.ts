// What runs by itself while the server is up: the outbox, and an hourly sweep of what time has ended.
import { SWEEP_MS } from "../../domain/limits.ts"
import type { Services } from "../compose.ts"
import { errorText } from "../platform/log.ts"

type Needed = Pick<
  Services,
  | "auth"
  | "cards"
  | "clock"
  | "insights"
  | "invitations"
  | "limits"
  | "log"
  | "mail"
  | "places"
  | "moderation"
  | "purge"
  | "sweeps"
>

/** @returns stops it; resolves when nothing runs any more */
export function startHousekeeping(services: Needed): () => Promise<void> {
  const { auth, cards, clock, insights, invitations, limits, log, mail, places, moderation, purge, sweeps } = services
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const sweep = () => {
    const others = [
      auth.sweep(),
      insights.sweep(stopping.signal),
      places.refresh(),
      limits.sweep(),
      invitations.sweep(),
      mail.sweep(),
      moderation.sweep(),
    ]
    running = Promise.all([purge.sweep(stopping.signal), ...others]).then(
      ([purged]) => sweeps.note({ at: clock(), purged }),
      (error) => {
        sweeps.note({ at: clock(), purged: null })
        log.error("sweep.failed", { error: errorText(error) })
      },
    )
  }
  const timer = setInterval(sweep, SWEEP_MS)
  timer.unref()
  mail.start()
  sweep()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await Promise.all([running, mail.stop(), insights.flush(), cards.taps.settled()])
  }
}
