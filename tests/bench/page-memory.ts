// How often a page is at hand when there are many people: arithmetic does not say, because a page leaves the memory when others
// push it out, when it is ten minutes old, or when another process got the visitor. A simulation on the program's own memory.
import { LRUCache } from "lru-cache"
import { dice } from "../../src/server/operations/demo/history.ts"
import { type Figure, fact } from "../support/figures.ts"

/** Of the program: src/server/delivery/pages/page-memory.ts. */
const MEMORY_BYTES = 32 * 1024 * 1024
const MAX_AGE_S = 600
/** One page in its two encodings, with what belongs to it. */
const PAGE_BYTES = 10 * 1024
/** Visits to the n-th most popular profile fall with n^-0.9: between a phone book (even) and celebrities (1.2). */
const POPULARITY = 0.9
const WARM_UP_S = 1_200
const MEASURED_S = 3_600
const VISITS_MAX = 2_000_000

/** @returns draws a profile's rank, the popular ones more often */
function popular(profiles: number, random: () => number): () => number {
  const sums = new Float64Array(profiles)
  let total = 0
  for (let rank = 0; rank < profiles; rank++) {
    total += (rank + 1) ** -POPULARITY
    sums[rank] = total
  }
  return () => {
    const wanted = random() * total
    let [low, high] = [0, profiles - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

interface City {
  profiles: number
  visitsPerS: number
  processes: number
}

/** The share of visits whose page is at hand. */
function atHand({ profiles, visitsPerS, processes }: City): number {
  // The same each time: a simulation is repeated to be checked.
  const random = dice(profiles + visitsPerS + processes)
  const draw = popular(profiles, random)
  const memories = Array.from({ length: processes }, () => new LRUCache<string, number>({ maxSize: MEMORY_BYTES }))
  const end = Math.min(WARM_UP_S + MEASURED_S, VISITS_MAX / visitsPerS)
  let [now, visits, hits] = [0, 0, 0]
  while (now < end) {
    now -= Math.log(1 - random()) / visitsPerS
    const key = String(draw())
    const memory = memories[Math.floor(random() * processes)]
    const since = memory?.get(key)
    const isAtHand = since !== undefined && now - since < MAX_AGE_S
    if (!isAtHand) memory?.set(key, now, { size: PAGE_BYTES })
    if (now < WARM_UP_S / 2) continue
    visits += 1
    if (isAtHand) hits += 1
  }
  return hits / visits
}

const CITIES: City[] = [1_000, 100_000, 1_000_000, 10_000_000].flatMap((profiles) =>
  [10, 100, 1_000].flatMap((visitsPerS) => [1, 4].map((processes) => ({ profiles, visitsPerS, processes }))),
)

export async function pageMemory(): Promise<Figure[]> {
  return CITIES.map((city) =>
    fact(
      `pages in memory: ${city.profiles.toLocaleString("en").replaceAll(",", " ")} profiles, ${city.visitsPerS} visits a second, ${city.processes === 1 ? "1 process" : `${city.processes} processes`}`,
      `${(100 * atHand(city)).toFixed(0)} %`,
    ),
  )
}
