// What a visitor's page tells (a view, a saved contact), and what the owner may read.
import { Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { INSIGHT_DAYS_DEFAULT, insightDays } from "../../../domain/insights/insights.ts"
import { visitForm } from "../../../domain/insights/visit-form.ts"
import type { Clock } from "../../platform/clock.ts"
import { readForm } from "../../platform/http/body.ts"
import { isBrowser } from "../../platform/http/is-visit.ts"
import type { Auth } from "../auth/auth.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { signedIn } from "../auth/guards.ts"
import type { Insights } from "./service.ts"

interface Needs {
  auth: Auth
  clock: Clock
  insights: Insights
}

export function insightRoutes(services: Needs): Hono<CallerEnv> {
  const { clock, insights } = services
  const routes = new Hono<CallerEnv>()

  routes.post("/api/visits", async (c) => {
    const now = clock()
    const retryAfterS = insights.waitS(c.get("clientIp"), now)
    if (retryAfterS > 0) throw new Refusal("too_many_requests", { retryAfterS })
    const { profile, did } = await readForm(c, visitForm)
    if (isBrowser(c.req.raw)) insights.count(profile, did, now)
    return c.body(null, 204)
  })

  routes.get("/api/insights", signedIn(services), async (c) => {
    const asked = c.req.query("days")
    const days = asked === undefined ? INSIGHT_DAYS_DEFAULT : insightDays(asked)
    if (days === null) throw new Refusal("bad_request")
    return c.json(await insights.of(c.get("caller").user_id, days, clock()))
  })

  return routes
}
