// What runs by itself while the server is up: the outbox, and an hourly sweep of what time has ended.
import { SWEEP_MS } from "../../domain/limits.ts"
import type { Purge } from "../features/accounts/purge.ts"
import type { Auth } from "../features/auth/auth.ts"
import type { Cards } from "../features/cards/service.ts"
import type { Insights } from "../features/insights/service.ts"
import type { Invitations } from "../features/invitations/service.ts"
import type { Moderation } from "../features/moderation/service.ts"
import type { Clock } from "../platform/clock.ts"
import type { Log } from "../platform/log.ts"
import { errorText } from "../platform/log.ts"
import type { Mail } from "../platform/mail/mail.ts"
import type { Places } from "../platform/places/places.ts"
import type { RateLimits } from "../platform/rate-limits/rate-limits.ts"
import type { Sweeps } from "./system-info/sweeps.ts"

interface Needs {
  auth: Auth
  cards: Cards
  clock: Clock
  insights: Insights
  invitations: Invitations
  limits: RateLimits
  log: Log
  mail: Mail
  places: Places
  moderation: Moderation
  purge: Purge
  sweeps: Sweeps
}

/** @returns stops it; resolves when nothing runs any more */
export function startHousekeeping(services: Needs): () => Promise<void> {
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
