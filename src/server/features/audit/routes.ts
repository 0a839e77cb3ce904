// The audit trail, for administrators, page by page.
import { Hono } from "hono"
import { auditQuery } from "../../../domain/audit/audit-query.ts"
import type { Services } from "../../compose.ts"
import { readQuery } from "../../platform/http/query.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { adminOnly } from "../auth/guards.ts"

export function auditRoutes(services: Pick<Services, "audit" | "auth">): Hono<CallerEnv> {
  const routes = new Hono<CallerEnv>()
  routes.get("/api/admin/audit", adminOnly(services), async (c) =>
    c.json(await services.audit.read(readQuery(c, auditQuery))),
  )
  return routes
}
