// Insights over HTTP: what a visitor's page reports, and what the owner may read.
import type { Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { INSIGHT_DAYS_DEFAULT, insightDays } from "../../../domain/insights/insights.ts"
import type { Clock } from "../../platform/clock.ts"
import { isBrowser } from "../../platform/http/is-visit.ts"
import type { Access } from "../auth/access.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Insights } from "./service.ts"

interface Needs {
  access: Access
  clock: Clock
  insights: Insights
}

export function insightRoutes(services: Needs): Hono<CallerEnv> {
  const { clock, insights } = services
  const { routes, on } = endpoints(services)

  on("POST /api/visits", async ({ c, body }) => {
    const now = clock()
    const retryAfterS = insights.waitS(c.get("clientIp"), now)
    if (retryAfterS > 0) throw new Refusal("too_many_requests", { retryAfterS })
    const { profile, did } = await body()
    if (isBrowser(c.req.raw)) insights.count(profile, did, now)
    return undefined
  })

  on("GET /api/insights", async ({ caller, query }) => {
    const days = query.days === undefined ? INSIGHT_DAYS_DEFAULT : insightDays(query.days)
    if (days === null) throw new Refusal("bad_request")
    return insights.of(caller.user_id, days, clock())
  })

  return routes
}
