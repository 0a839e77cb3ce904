// /api/account/undo: what the link of an email about a change would undo, and doing it. The token is the only key.
import { Hono } from "hono"
import { readJson } from "../../../platform/http/body.ts"
import type { RequestEnv } from "../../../platform/http/env.ts"
import type { Auth } from "../auth.ts"
import { originOf } from "../session/binding-cookie.ts"

export function undoRoutes({ auth }: { auth: Auth }): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>()
  routes.post("/api/account/undo/preview", async (c) => {
    c.header("Cache-Control", "no-store")
    return c.json(await auth.previewUndo(await readJson(c), c.get("clientIp")))
  })
  routes.post("/api/account/undo", async (c) => {
    c.header("Cache-Control", "no-store")
    const { access_token, refresh_token, expires_in, token_type } = await auth.undoChange(
      await readJson(c),
      originOf(c),
    )
    return c.json({ access_token, refresh_token, expires_in, token_type })
  })
  return routes
}
