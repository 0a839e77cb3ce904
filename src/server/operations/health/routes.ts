// Probes: is the process alive (else restart it), and is it ready (else send it no requests).
import type { Hono } from "hono"
import type { Access } from "../../features/auth/access.ts"
import type { CallerEnv } from "../../features/auth/caller.ts"
import { endpoints } from "../../features/auth/endpoints.ts"
import { VERSION } from "../../platform/config/version.ts"
import type { Readiness } from "./readiness.ts"

const RETRY_AFTER_S = 5

export function healthRoutes(services: { access: Access; readiness: Readiness }): Hono<CallerEnv> {
  const { routes, on } = endpoints(services)

  on("GET /api/health/live", () => ({ status: "ok", version: VERSION }))

  on("GET /api/health/ready", async ({ c }) => {
    const { isReady, isWhole, parts } = await services.readiness.state()
    c.header("Cache-Control", "no-store")
    if (isReady) return { status: isWhole ? "ok" : "degraded", version: VERSION, parts }
    c.header("Retry-After", String(RETRY_AFTER_S))
    c.status(503)
    return { status: "unavailable", version: VERSION, parts }
  })
  return routes
}
