// The audit log over HTTP, for administrators.
import type { Hono } from "hono"
import type { Access } from "../auth/access.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Audit } from "./service.ts"

interface Needs {
  access: Access
  audit: Audit
}

export function auditRoutes({ access, audit }: Needs): Hono<CallerEnv> {
  const { routes, on } = endpoints({ access })
  on("GET /api/admin/audit", async ({ query }) => {
    const { items, people, next } = await audit.read(query)
    return { acts: items, people, next }
  })
  return routes
}
