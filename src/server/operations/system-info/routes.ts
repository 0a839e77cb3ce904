// The state and the settings of the program, for administrators.
import type { Hono } from "hono"
import type { Access } from "../../features/auth/access.ts"
import type { CallerEnv } from "../../features/auth/caller.ts"
import { endpoints } from "../../features/auth/endpoints.ts"
import { type Config, shownSettings } from "../../platform/config/config.ts"
import type { Operations } from "./service.ts"

interface Needs {
  access: Access
  config: Config
  operations: Operations
}

export function operationsRoutes(services: Needs): Hono<CallerEnv> {
  const { config, operations } = services
  const { routes, on } = endpoints(services)
  on("GET /api/admin/system", () => operations.systemInfo())
  on("GET /api/admin/settings", () => ({ settings: shownSettings(config) }))
  return routes
}
