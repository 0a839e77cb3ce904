// The audit log, for administrators, page by page.
import type { Hono } from "hono"
import type { Auth } from "../auth/auth.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Audit } from "./service.ts"

interface Needs {
  audit: Audit
  auth: Auth
}

export function auditRoutes(services: Needs): Hono<CallerEnv> {
  const { routes, on } = endpoints(services)
  on("GET /api/admin/audit", ({ query }) => services.audit.read(query))
  return routes
}
