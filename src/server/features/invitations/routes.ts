// Invitations over HTTP, for administrators.
import type { Hono } from "hono"
import type { Clock } from "../../platform/clock.ts"
import { uuidParam } from "../../platform/http/params.ts"
import type { Access } from "../auth/access.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Invitations } from "./service.ts"

interface Needs {
  access: Access
  clock: Clock
  invitations: Invitations
}

export function invitationRoutes(services: Needs): Hono<CallerEnv> {
  const { clock, invitations } = services
  const { routes, on } = endpoints(services)

  on("GET /api/admin/invitations", async ({ query }) => {
    const { items, next } = await invitations.list(query.cursor, clock())
    return { invitations: items, next }
  })

  on("POST /api/admin/invitations", async ({ caller, body }) => invitations.create(caller, await body(), clock()))

  on("DELETE /api/admin/invitations/{id}", ({ caller, params }) =>
    invitations.revoke(caller, uuidParam(params.id), clock()),
  )
  return routes
}
