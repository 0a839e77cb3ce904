// The audit trail, for administrators, page by page.
import { Hono } from "hono"
import { auditQuery } from "../../domain/audit-query.ts"
import type { CallerEnv } from "../http/caller.ts"
import { adminOnly } from "../http/guards.ts"
import { readQuery } from "../http/query.ts"
import type { Services } from "../services.ts"

export function auditRoutes(services: Pick<Services, "audit" | "auth">): Hono<CallerEnv> {
  const routes = new Hono<CallerEnv>()
  routes.get("/api/admin/audit", adminOnly(services), async (c) =>
    c.json(await services.audit.read(readQuery(c, auditQuery))),
  )
  return routes
}
