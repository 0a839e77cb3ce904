// Background work while the server runs: the outbox, and an hourly sweep of what has expired.
import { SWEEP_MS } from "../../domain/limits.ts"
import type { Purge } from "../features/accounts/purge.ts"
import type { Auth } from "../features/auth/auth.ts"
import type { Cards } from "../features/cards/service.ts"
import type { Insights } from "../features/insights/service.ts"
import type { Invitations } from "../features/invitations/service.ts"
import type { Moderation } from "../features/moderation/service.ts"
import type { Given } from "../features/people/given.ts"
import type { PeopleNotices } from "../features/people/notices.ts"
import type { People } from "../features/people/service.ts"
import type { Profiles } from "../features/profiles/service.ts"
import type { Clock } from "../platform/clock.ts"
import { errorText, type Log } from "../platform/log.ts"
import type { Mail } from "../platform/mail/mail.ts"
import type { Places } from "../platform/places/places.ts"
import type { RateLimits } from "../platform/rate-limits/rate-limits.ts"

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
  people: People
  given: Given
  peopleNotices: PeopleNotices
  profiles: Pick<Profiles, "deleteLeftPictures">
  purge: Purge
  sweeps: Sweeps
}

/** @returns stops it; resolves when nothing runs anymore */
export function startHousekeeping(services: Needs): () => Promise<void> {
  const { auth, cards, clock, given, insights, invitations, limits, log, mail } = services
  const { places, moderation, people, peopleNotices, profiles, purge, sweeps } = services
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const sweep = () => {
    const others = {
      auth: auth.sweep(),
      insights: insights.sweep(stopping.signal),
      places: places.refresh(),
      pictures: profiles.deleteLeftPictures(stopping.signal),
      limits: limits.sweep(),
      invitations: invitations.sweep(),
      mail: mail.sweep(),
      moderation: moderation.sweep(),
      people: people.sweep(clock(), stopping.signal),
      given: given.sweep(clock(), stopping.signal),
      notices: peopleNotices.sweep(clock(), stopping.signal),
    }
    // All are waited for, also when one has failed: nothing may go on after the process has closed its database.
    const parts = Object.entries(others).map(([part, work]) => finished(part, work))
    running = Promise.all([finished("accounts", purge.sweep(stopping.signal)), ...parts]).then(([purged, ...results]) =>
      sweeps.note({ at: clock(), purged: results.includes(null) ? null : purged }),
    )
  }
  /** Null when it failed, which is logged. */
  const finished = async <T>(part: string, work: Promise<T>): Promise<T | null> => {
    try {
      return await work
    } catch (error) {
      log.error("sweep.failed", { part, error: errorText(error) })
      return null
    }
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

interface Sweep {
  at: Date
  /** accounts purged; null when the sweep failed */
  purged: number | null
}

/** Remembers the last sweep of this process. */
export type Sweeps = ReturnType<typeof createSweeps>

export function createSweeps() {
  let latest: Sweep | null = null
  return {
    note(sweep: Sweep): void {
      latest = sweep
    },
    last: (): Sweep | null => latest,
  }
}
