// How long something took, counted in buckets.
import type { Labels, Sample } from "./text-format.ts"

/** Upper ends in seconds: a page at hand is the first, ten seconds is the patience with a database that restarts. */
export const BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

export interface Histogram {
  observe(seconds: number): void
  samples(labels: Labels): Sample[]
}

export function createHistogram(): Histogram {
  const counts = new Array<number>(BUCKETS_S.length + 1).fill(0)
  let sum = 0
  return {
    observe(seconds) {
      let at = 0
      while (seconds > (BUCKETS_S[at] ?? Number.POSITIVE_INFINITY)) at += 1
      counts[at] = (counts[at] ?? 0) + 1
      sum += seconds
    },
    samples(labels) {
      let total = 0
      const buckets = counts.map((count, at): Sample => {
        total += count
        const le = BUCKETS_S[at]
        return { suffix: "_bucket", labels: { ...labels, le: le === undefined ? "+Inf" : String(le) }, value: total }
      })
      return [...buckets, { suffix: "_sum", labels, value: sum }, { suffix: "_count", labels, value: total }]
    },
  }
}
