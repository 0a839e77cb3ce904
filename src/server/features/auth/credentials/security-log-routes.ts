// GET /api/account/security-events: what happened to the caller's own account.
import type { Hono } from "hono"
import type { Auth } from "../auth.ts"
import type { CallerEnv } from "../caller.ts"
import { endpoints } from "../endpoints.ts"

export function securityLogRoutes(services: { auth: Auth }): Hono<CallerEnv> {
  const { routes, on } = endpoints(services)
  on("GET /api/account/security-events", async ({ caller }) => ({
    events: await services.auth.listSecurityEvents(caller),
  }))
  return routes
}
