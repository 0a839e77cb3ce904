// The OpenAPI description of the API (docs/api.md is for people).
import type { Hono } from "hono"
import { openApiDocument } from "../../../api/openapi.ts"
import { lazy } from "../../../domain/lazy.ts"
import type { Access } from "../../features/auth/access.ts"
import type { CallerEnv } from "../../features/auth/caller.ts"
import { endpoints } from "../../features/auth/endpoints.ts"
import type { Config } from "../../platform/config/config.ts"
import { VERSION } from "../../platform/config/version.ts"

interface Needs {
  access: Access
  config: Config
}

export function apiDescriptionRoutes(services: Needs): Hono<CallerEnv> {
  const { routes, on } = endpoints(services)
  const description = lazy(() => openApiDocument({ version: VERSION, origin: services.config.PUBLIC_ORIGIN }))
  on("GET /api/openapi.json", ({ c }) => {
    c.header("Cache-Control", "no-cache")
    return description()
  })
  return routes
}
