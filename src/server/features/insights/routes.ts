// Insights over HTTP: what a visitor's page reports, and what the owner may read.
import type { Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { INSIGHT_DAYS_DEFAULT, insightDays } from "../../../domain/insights/insights.ts"
import type { Clock } from "../../platform/clock.ts"
import { isBrowser } from "../../platform/http/is-visit.ts"
import { uuidParam } from "../../platform/http/params.ts"
import type { Access } from "../auth/access.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Profiles } from "../profiles/service.ts"
import type { Insights } from "./service.ts"

interface Needs {
  access: Access
  clock: Clock
  insights: Insights
  profiles: Pick<Profiles, "oneOf">
}

export function insightRoutes(services: Needs): Hono<CallerEnv> {
  const { clock, insights, profiles } = services
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
    const { user_id } = caller
    const profile = query.profile === undefined ? user_id : uuidParam(query.profile)
    if (profile !== user_id) await profiles.oneOf(user_id, profile)
    return insights.of(profile, days, clock())
  })

  return routes
}
