// Invitations, for administrators.
import type { Hono } from "hono"
import { SUCCESS } from "../../../api/fields.ts"
import type { Clock } from "../../platform/clock.ts"
import { uuidParam } from "../../platform/http/uuid-param.ts"
import type { Auth } from "../auth/auth.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Invitations } from "./service.ts"

interface Needs {
  auth: Auth
  clock: Clock
  invitations: Invitations
}

export function invitationRoutes(services: Needs): Hono<CallerEnv> {
  const { clock, invitations } = services
  const { routes, on } = endpoints(services)

  on("GET /api/admin/invitations", ({ query }) => invitations.list(query.cursor, clock()))

  on("POST /api/admin/invitations", async ({ caller, body }) => invitations.create(caller, await body(), clock()))

  on("DELETE /api/admin/invitations/{id}", async ({ caller, params }) => {
    await invitations.revoke(caller, uuidParam(params.id), clock())
    return SUCCESS
  })
  return routes
}
