// Requests by method, route and class of status, and the time each route took. Always counted; docs/decisions/several-processes.md says
// why not with a library.
import { counter, type Family, type Labels, type Sample } from "./text-format.ts"

/** One route for all pages and files: there are as many addresses as people. */
const PAGES_ROUTE = "/*"

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

export type RequestCounts = ReturnType<typeof createRequestCounts>

/** @param onRoute gets the route of each request but the fast path's pages */
export function createRequestCounts(onRoute?: (route: string) => void) {
  const counts = new Map<string, Map<string, number>>()
  const durations = new Map<string, Histogram>()
  const pages = createHistogram()
  durations.set(PAGES_ROUTE, pages)
  let full = 0
  let notModified = 0
  let unavailable = 0
  let fromMemory = 0

  function rows() {
    const all = [...counts].flatMap(([route, own]) =>
      [...own].map(([key, value]) => {
        const [method = "", status = ""] = key.split(" ")
        return { labels: { method, route, status }, value }
      }),
    )
    const fast = [
      { labels: { method: "GET", route: PAGES_ROUTE, status: "2xx" }, value: full },
      { labels: { method: "GET", route: PAGES_ROUTE, status: "3xx" }, value: notModified },
      { labels: { method: "GET", route: PAGES_ROUTE, status: "5xx" }, value: unavailable },
    ]
    for (const extra of fast) {
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
    /** @param route the pattern, never the address */
    count(method: string, route: string, status: number, ms: number): void {
      onRoute?.(route)
      const key = `${METHODS.has(method) ? method : "other"} ${Math.floor(status / 100)}xx`
      const own = counts.get(route) ?? new Map<string, number>()
      counts.set(route, own.set(key, (own.get(key) ?? 0) + 1))
      const duration = durations.get(route) ?? createHistogram()
      durations.set(route, duration)
      duration.observe(ms / 1000)
    },
    /** A page that the fast path answered: no look-up, a few additions. */
    countPage(status: 200 | 304 | 503, ms: number, isFromMemory: boolean): void {
      if (status === 200) full += 1
      else if (status === 304) notModified += 1
      else unavailable += 1
      if (isFromMemory) fromMemory += 1
      pages.observe(ms / 1000)
    },
    /** Pages that the fast path answered from memory. */
    fromMemory: () => fromMemory,
    families: (): Family[] => [
      counter("meishi_http_requests_total", "Requests answered, by route pattern and class of status.", rows()),
      {
        name: "meishi_http_request_duration_seconds",
        help: "Time from the request's head to its answer, by route pattern.",
        type: "histogram",
        samples: [...durations].flatMap(([route, duration]) => duration.samples({ route })),
      },
    ],
  }
}

/** Upper ends in seconds: from a page in memory to a request that waits for a restarting database. */
const BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

export type Histogram = ReturnType<typeof createHistogram>

function createHistogram() {
  const counts = new Array<number>(BUCKETS_S.length + 1).fill(0)
  let sum = 0
  return {
    observe(seconds: number): void {
      let at = 0
      while (seconds > (BUCKETS_S[at] ?? Number.POSITIVE_INFINITY)) at += 1
      counts[at] = (counts[at] ?? 0) + 1
      sum += seconds
    },
    samples(labels: Labels): Sample[] {
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
