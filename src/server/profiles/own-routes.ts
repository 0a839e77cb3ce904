// What a signed-in person does with their own profile. Whose it is comes from the session alone.
import type { Context } from "hono"
import { Hono } from "hono"
import { profilePayload } from "../../domain/forms.ts"
import { bodyChunks, readForm } from "../http/body.ts"
import type { CallerEnv } from "../http/caller.ts"
import { anySession, signedIn } from "../http/guards.ts"
import type { Services } from "../services.ts"
import type { Upload } from "./photo/receive.ts"

type Needed = Pick<Services, "auth" | "clock" | "profiles">

function uploadOf(c: Context): Upload {
  const length = c.req.header("content-length")
  return {
    type: c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "",
    size: length === undefined ? null : Number(length),
    body: bodyChunks(c),
  }
}

export function ownProfileRoutes(services: Needed): Hono<CallerEnv> {
  const { clock, profiles } = services
  const routes = new Hono<CallerEnv>()

  routes.get("/api/me", anySession(services), async (c) => {
    const { user_id, email, full_name, roles, account } = c.get("caller")
    return c.json({ user: { id: user_id, email, full_name }, profile: await profiles.own(user_id), roles, account })
  })

  routes.put("/api/profile", signedIn(services), async (c) => {
    const fields = await readForm(c, profilePayload)
    return c.json({ profile: await profiles.save(c.get("caller"), fields, clock()) })
  })

  routes.post("/api/profile/photo", signedIn(services), async (c) => {
    const profile_picture = await profiles.changePhoto(c.get("caller"), uploadOf(c), clock())
    return c.json({ profile_picture })
  })

  return routes
}
