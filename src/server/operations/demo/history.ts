// Half a year of taps and visits for the demonstration: weekdays and weekends, a fair or two, places. The same seed always gives the
// same history.
import type { Place } from "../../../domain/insights/insights.ts"
import { DAY_MS } from "../../../domain/time.ts"

export interface Happening {
  days: { day: string; views: number; saves: number }[]
  taps: (Place & { tapped_at: Date })[]
}

const DAYS = 190
/** Taps are spread over the waking hours of the western United States: 15 to 3 o'clock UTC. */
const MORNING_MS = 15 * 3_600_000
const WAKING_MS = 12 * 3_600_000

const at = (city: string, state: string, country = "US"): Place => ({ city, state, country })
/** Nearer places come first, and more often. */
const PLACES: readonly Place[] = [
  at("San Francisco", "California"),
  at("Oakland", "California"),
  at("Seattle", "Washington"),
  at("Portland", "Oregon"),
  at("Kyoto", "Kyoto", "JP"),
  at("Los Angeles", "California"),
  at("Vancouver", "British Columbia", "CA"),
  at("New York", "New York"),
  at("Lisboa", "Lisbon", "PT"),
  at("Berlin", "Berlin", "DE"),
  at("", "", ""),
]

/** @param seed of one person @param now the end of the history */
export function happening(seed: number, now: Date): Happening {
  const roll = dice(seed)
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const days: Happening["days"] = []
  const taps: Happening["taps"] = []
  for (let ago = DAYS; ago >= 0; ago -= 1) {
    const midnight = new Date(today - ago * DAY_MS)
    const isWeekend = [0, 6].includes(midnight.getUTCDay())
    // Every seventh week there is a fair of three days.
    const isFair = (ago + seed) % 49 < 3
    const growth = 0.45 + 0.55 * (1 - ago / DAYS)
    const bustle = growth * (isWeekend ? 0.45 : 1) * (isFair ? 3.2 : 1)
    const tapped = Math.floor(bustle * roll() * 7)
    const views = tapped + Math.floor(bustle * (3 + roll() * 13))
    const saves = Math.floor(tapped * (0.3 + roll() * 0.4) + views * 0.08 * roll())
    days.push({ day: midnight.toISOString().slice(0, 10), views, saves })
    for (let n = 0; n < tapped; n += 1) {
      const tapped_at = new Date(midnight.getTime() + MORNING_MS + roll() * WAKING_MS)
      const place = PLACES[Math.floor(roll() ** 2 * PLACES.length)]
      if (place !== undefined && tapped_at <= now) taps.push({ ...place, tapped_at })
    }
  }
  return { days, taps }
}

/** Numbers from 0 to 1 that look random and are the same each time (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
