// POST /api/availability: whether a username or an address is free.
import { Hono } from "hono"
import { readJson } from "../../../platform/http/body.ts"
import type { RequestEnv } from "../../../platform/http/env.ts"
import type { Auth } from "../auth.ts"

export function availabilityRoutes({ auth }: { auth: Auth }): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>()
  routes.post("/api/availability", async (c) => {
    c.header("Cache-Control", "no-store")
    return c.json(await auth.availability(await readJson(c), c.get("clientIp")))
  })
  return routes
}
