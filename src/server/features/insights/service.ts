// Insights: counts taps, page views and saved contacts, shows them to the profile's owner, and deletes them in time.
import type { Insights as Answer } from "../../../api/insights.ts"
import { BUDGET } from "../../../domain/budgets.ts"
import { type Counts, type InsightDays, isPlace, sumOf } from "../../../domain/insights/insights.ts"
import { countryName } from "../../../domain/insights/place-names.ts"
import { addDays, dayOf } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Log } from "../../platform/log.ts"
import { createMemoryLimit } from "../../platform/rate-limits/memory-limits.ts"
import { deleteOld, prepareMonths } from "./retention.ts"
import { cardsOf, daysOf, placesOf } from "./store.ts"
import { createVisits } from "./visits.ts"

const PLACES_SHOWN = 8
const CARDS_SHOWN = 20
const NOTHING: Counts = { views: 0, taps: 0, saves: 0 }

interface Needs {
  clock: Clock
  config: Pick<Config, "TAP_RETENTION_DAYS">
  database: OpenDatabase
  log: Log
}

export type Insights = ReturnType<typeof createInsights>

export function createInsights(needs: Needs) {
  const { db } = needs.database
  const retentionDays = needs.config.TAP_RETENTION_DAYS

  return {
    ...createVisits(needs),

    /** Counts one attempt of an address. @returns 0 if it may be counted as a visit, else the seconds to wait */
    waitS: createMemoryLimit(BUDGET.visitPerIp),

    /** What the owner of a profile may see of the last `days` days, today included. */
    async of(profile_id: string, days: InsightDays, now: Date): Promise<Answer> {
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
      const top = places
        .filter(isPlace)
        .slice(0, PLACES_SHOWN)
        .map((place) => ({ ...place, country_name: countryName(place.country) }))
      const unknown = places.find((place) => !isPlace(place))?.taps ?? 0
      const elsewhere = totals.taps - unknown - top.reduce((sum, place) => sum + place.taps, 0)
      const isBeforeKept = retentionDays === 0 || 2 * days <= retentionDays
      return {
        days,
        per_day,
        totals,
        before: isBeforeKept ? sumOf(counted.filter(({ day }) => day < period.from)) : null,
        places: { top, elsewhere, unknown },
        cards,
      }
    },

    /** Makes room for the months to come, and deletes what is older than TAP_RETENTION_DAYS. */
    async sweep(signal?: AbortSignal): Promise<void> {
      await prepareMonths(needs)
      await deleteOld(needs, signal)
    },
  }
}

/** YYYY-MM-DD in UTC, `days` after the given moment's day. */
const dayFrom = (now: Date, days: number): string => dayOf(addDays(now, days))
