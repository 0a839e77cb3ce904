// Taps, page views and saved contacts: counting them, showing them to their owner, and forgetting them in time.
import type { Insights as Answer } from "../../../api/insights.ts"
import { type Counts, type InsightDays, sumOf } from "../../../domain/insights/insights.ts"
import { isPlace } from "../../../domain/insights/place.ts"
import type { Visit } from "../../../domain/insights/visit-form.ts"
import { BUDGET } from "../../../domain/limits.ts"
import { addDays } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Log } from "../../platform/log.ts"
import { createMemoryLimit, type MemoryLimit } from "../../platform/rate-limits/memory-limits.ts"
import { deleteOld } from "./retention.ts"
import { cardsOf, daysOf, placesOf } from "./store.ts"
import { createVisits } from "./visits.ts"

export interface Insights {
  /** Counts one attempt of an address. 0: it may be counted as a visit; otherwise in how many seconds. */
  waitS: MemoryLimit
  /** Returns at once; see visits.ts. */
  count(profileId: string, did: Visit, now: Date): void
  flush(): Promise<void>
  of(profileId: string, days: InsightDays, now: Date): Promise<Answer>
  /** Deletes what is older than TAP_RETENTION_DAYS. */
  sweep(signal?: AbortSignal): Promise<void>
}

const PLACES_SHOWN = 8
const CARDS_SHOWN = 20
const NOTHING: Counts = { views: 0, taps: 0, saves: 0 }

/** YYYY-MM-DD, so many days after the day (UTC) of a moment. */
const dayFrom = (now: Date, days: number): string => addDays(now, days).toISOString().slice(0, 10)

interface Needs {
  clock: Clock
  config: Config
  database: OpenDatabase
  log: Log
}

export function createInsights(services: Needs): Insights {
  const { db } = services.database
  const kept = services.config.TAP_RETENTION_DAYS
  const visits = createVisits(services)

  return {
    waitS: createMemoryLimit(BUDGET.visitPerIp),
    count: visits.count,
    flush: visits.flush,
    async of(profile_id, days, now) {
      const until = dayFrom(now, 1)
      const period = { profile_id, from: dayFrom(now, 1 - days), until }
      const [counted, places, cards] = await Promise.all([
        daysOf(db, { profile_id, from: dayFrom(now, 1 - 2 * days), until }),
        // One more, for the taps without a place.
        placesOf(db, period, PLACES_SHOWN + 1),
        cardsOf(db, period, CARDS_SHOWN),
      ])
      const byDay = new Map(counted.map((day) => [day.day, day]))
      const per_day = Array.from({ length: days }, (_, n) => {
        const day = dayFrom(now, n + 1 - days)
        return { day, ...NOTHING, ...byDay.get(day) }
      })
      const totals = sumOf(per_day)
      const top = places.filter(isPlace).slice(0, PLACES_SHOWN)
      const unknown = places.find((place) => !isPlace(place))?.taps ?? 0
      const elsewhere = totals.taps - unknown - top.reduce((sum, place) => sum + place.taps, 0)
      return {
        days,
        per_day,
        totals,
        before: kept === 0 || 2 * days <= kept ? sumOf(counted.filter(({ day }) => day < period.from)) : null,
        places: { top, elsewhere, unknown },
        cards,
      }
    },
    sweep: (signal) => deleteOld(services, signal),
  }
}
