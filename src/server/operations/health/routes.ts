// Two questions of whoever runs the program: does the process live (else: restart it), can it serve (else: send nobody).
import { Hono } from "hono"
import type { Readiness } from "./readiness.ts"

const RETRY_AFTER_S = 5

export function healthRoutes({ readiness }: { readiness: Readiness }): Hono {
  const routes = new Hono()

  routes.get("/api/health/live", (c) => c.json({ status: "ok" }))

  routes.get("/api/health/ready", async (c) => {
    const { isReady, parts } = await readiness.state()
    c.header("Cache-Control", "no-store")
    if (isReady) return c.json({ status: "ok", parts })
    c.header("Retry-After", String(RETRY_AFTER_S))
    return c.json({ status: "unavailable", parts }, 503)
  })
  return routes
}
