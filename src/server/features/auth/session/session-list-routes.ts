// /api/account/sessions: one's own sessions. All others at once end by the client's `signOut({ scope: "others" })`.
import { Hono } from "hono"
import type { Auth } from "../auth.ts"
import type { CallerEnv } from "../caller.ts"
import { signedIn } from "../guards.ts"

export function sessionListRoutes(services: { auth: Auth }): Hono<CallerEnv> {
  const { auth } = services
  const routes = new Hono<CallerEnv>()
  routes.get("/api/account/sessions", signedIn(services), async (c) =>
    c.json({ sessions: await auth.listSessions(c.get("caller")) }),
  )
  routes.delete("/api/account/sessions/:id", signedIn(services), async (c) => {
    await auth.endOwnSession(c.get("caller"), c.req.param("id"))
    return c.json({ success: true })
  })
  return routes
}
