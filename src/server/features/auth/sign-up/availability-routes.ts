// POST /api/availability: whether a username or an address is free.
import type { Hono } from "hono"
import type { Auth } from "../auth.ts"
import type { CallerEnv } from "../caller.ts"
import { endpoints } from "../endpoints.ts"

export function availabilityRoutes(services: { auth: Auth }): Hono<CallerEnv> {
  const { routes, on } = endpoints(services)
  on("POST /api/availability", async ({ c, body }) => {
    c.header("Cache-Control", "no-store")
    return services.auth.availability(await body(), c.get("clientIp"))
  })
  return routes
}
