// /api/account/undo: what the link of an email about a change would undo, and doing it. The token is the only key.
import type { Hono } from "hono"
import type { Auth } from "../auth.ts"
import type { CallerEnv } from "../caller.ts"
import { endpoints } from "../endpoints.ts"
import { originOf } from "../session/binding-cookie.ts"

export function undoRoutes(services: { auth: Auth }): Hono<CallerEnv> {
  const { auth } = services
  const { routes, on } = endpoints(services)
  on("POST /api/account/undo/preview", async ({ c, body }) => {
    c.header("Cache-Control", "no-store")
    return auth.previewUndo(await body(), c.get("clientIp"))
  })
  on("POST /api/account/undo", async ({ c, body }) => {
    c.header("Cache-Control", "no-store")
    const { access_token, refresh_token, expires_in, token_type } = await auth.undoChange(await body(), originOf(c))
    return { access_token, refresh_token, expires_in, token_type }
  })
  return routes
}
