// The audit trail, for administrators, page by page.
import { Hono } from "hono"
import { auditQuery } from "../../../domain/audit/audit-query.ts"
import { readQuery } from "../../platform/http/query.ts"
import type { Auth } from "../auth/auth.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { adminOnly } from "../auth/guards.ts"
import type { Audit } from "./service.ts"

interface Needs {
  audit: Audit
  auth: Auth
}

export function auditRoutes(services: Needs): Hono<CallerEnv> {
  const routes = new Hono<CallerEnv>()
  routes.get("/api/admin/audit", adminOnly(services), async (c) =>
    c.json(await services.audit.read(readQuery(c, auditQuery))),
  )
  return routes
}
