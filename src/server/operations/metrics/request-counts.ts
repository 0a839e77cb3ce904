// Requests by method, route and class of status, and how long each route took. Counted whether or not anybody asks.
import { createHistogram, type Histogram } from "./histogram.ts"
import type { Family } from "./text-format.ts"

/** Every page and file: one route, because their addresses are as many as there are people. */
export const PAGES_ROUTE = "/*"

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

export interface RequestCounts {
  /** @param route the pattern, never the address */
  count(method: string, route: string, status: number, ms: number): void
  /** A page at hand, answered by the front door: no look-up, two additions. */
  countAtHand(status: 200 | 304, ms: number): void
  /** pages answered by the front door */
  atHand(): number
  families(): Family[]
}

export function createRequestCounts(): RequestCounts {
  const counts = new Map<string, Map<string, number>>()
  const durations = new Map<string, Histogram>()
  const pages = createHistogram()
  durations.set(PAGES_ROUTE, pages)
  let full = 0
  let notModified = 0

  function rows() {
    const all = [...counts].flatMap(([route, own]) =>
      [...own].map(([key, value]) => {
        const [method = "", status = ""] = key.split(" ")
        return { labels: { method, route, status }, value }
      }),
    )
    const door = [
      { labels: { method: "GET", route: PAGES_ROUTE, status: "2xx" }, value: full },
      { labels: { method: "GET", route: PAGES_ROUTE, status: "3xx" }, value: notModified },
    ]
    for (const extra of door) {
      const same = all.find(
        ({ labels: { method, route, status } }) =>
          method === "GET" && route === PAGES_ROUTE && status === extra.labels.status,
      )
      if (same !== undefined) same.value += extra.value
      else if (extra.value > 0) all.push(extra)
    }
    return all
  }

  return {
    count(method, route, status, ms) {
      const key = `${METHODS.has(method) ? method : "other"} ${Math.floor(status / 100)}xx`
      const own = counts.get(route) ?? new Map<string, number>()
      counts.set(route, own.set(key, (own.get(key) ?? 0) + 1))
      const duration = durations.get(route) ?? createHistogram()
      durations.set(route, duration)
      duration.observe(ms / 1000)
    },
    countAtHand(status, ms) {
      if (status === 200) full += 1
      else notModified += 1
      pages.observe(ms / 1000)
    },
    atHand: () => full + notModified,
    families: () => [
      {
        name: "meishi_http_requests_total",
        help: "Requests answered, by route pattern and class of status.",
        type: "counter",
        samples: rows(),
      },
      {
        name: "meishi_http_request_duration_seconds",
        help: "Time from the request's head to its answer, by route pattern.",
        type: "histogram",
        samples: [...durations].flatMap(([route, duration]) => duration.samples({ route })),
      },
    ],
  }
}
