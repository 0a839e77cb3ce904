// /api/account/sessions: one's own sessions. All others at once end by the client's `signOut({ scope: "others" })`.
import type { Hono } from "hono"
import { SUCCESS } from "../../../../api/fields.ts"
import type { Auth } from "../auth.ts"
import type { CallerEnv } from "../caller.ts"
import { endpoints } from "../endpoints.ts"

export function sessionListRoutes(services: { auth: Auth }): Hono<CallerEnv> {
  const { auth } = services
  const { routes, on } = endpoints(services)
  on("GET /api/account/sessions", async ({ caller }) => ({ sessions: await auth.listSessions(caller) }))
  on("DELETE /api/account/sessions/{id}", async ({ caller, params }) => {
    await auth.endOwnSession(caller, params.id)
    return SUCCESS
  })
  return routes
}
