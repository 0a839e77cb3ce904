// How the program is doing and how it is set up, for administrators, to read.
import { Hono } from "hono"
import type { Auth } from "../../features/auth/auth.ts"
import type { CallerEnv } from "../../features/auth/caller.ts"
import { adminOnly } from "../../features/auth/guards.ts"
import type { Config } from "../../platform/config/config.ts"
import { shownSettings } from "../../platform/config/config.ts"
import type { Operations } from "./service.ts"

interface Needs {
  auth: Auth
  config: Config
  operations: Operations
}

export function operationsRoutes(services: Needs): Hono<CallerEnv> {
  const { config, operations } = services
  const routes = new Hono<CallerEnv>()
  routes.get("/api/admin/system", adminOnly(services), async (c) => c.json(await operations.systemInfo()))
  routes.get("/api/admin/settings", adminOnly(services), (c) => c.json({ settings: shownSettings(config) }))
  return routes
}
