// GET /api/account/security-events: what happened to the caller's own account.
import { Hono } from "hono"
import type { Auth } from "../auth.ts"
import type { CallerEnv } from "../caller.ts"
import { signedIn } from "../guards.ts"

export function securityLogRoutes(services: { auth: Auth }): Hono<CallerEnv> {
  const routes = new Hono<CallerEnv>()
  routes.get("/api/account/security-events", signedIn(services), async (c) =>
    c.json({ events: await services.auth.listSecurityEvents(c.get("caller")) }),
  )
  return routes
}
