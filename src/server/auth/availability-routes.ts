// POST /api/availability: whether a username or an address is free.
import { Hono } from "hono"
import { readJson } from "../http/body.ts"
import type { RequestEnv } from "../http/env.ts"
import type { Services } from "../services.ts"

export function availabilityRoutes({ auth }: Pick<Services, "auth">): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>()
  routes.post("/api/availability", async (c) => {
    c.header("Cache-Control", "no-store")
    return c.json(await auth.availability(await readJson(c), c.get("clientIp")))
  })
  return routes
}
