// How the program is doing and how it is set up, for administrators, to read.
import { Hono } from "hono"
import type { Services } from "../../compose.ts"
import type { CallerEnv } from "../../features/auth/caller.ts"
import { adminOnly } from "../../features/auth/guards.ts"
import { shownSettings } from "../../platform/config/config.ts"

export function operationsRoutes(services: Pick<Services, "auth" | "config" | "operations">): Hono<CallerEnv> {
  const { config, operations } = services
  const routes = new Hono<CallerEnv>()
  routes.get("/api/admin/system", adminOnly(services), async (c) => c.json(await operations.systemInfo()))
  routes.get("/api/admin/settings", adminOnly(services), (c) => c.json({ settings: shownSettings(config) }))
  return routes
}
