// How the program is doing and how it is set up, for administrators, to read.
import { Hono } from "hono"
import { shownSettings } from "../config.ts"
import type { CallerEnv } from "../http/caller.ts"
import { adminOnly } from "../http/guards.ts"
import type { Services } from "../services.ts"

export function operationsRoutes(services: Pick<Services, "auth" | "config" | "operations">): Hono<CallerEnv> {
  const { config, operations } = services
  const routes = new Hono<CallerEnv>()
  routes.get("/api/admin/system", adminOnly(services), async (c) => c.json(await operations.systemInfo()))
  routes.get("/api/admin/settings", adminOnly(services), (c) => c.json({ settings: shownSettings(config) }))
  return routes
}
