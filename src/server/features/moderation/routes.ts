// Reporting a profile, open to anyone; the queue and the decisions, for moderators and administrators.
import { Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { dismissForm, reportForm } from "../../../domain/forms.ts"
import { isUuid } from "../../../domain/paths.ts"
import { PICTURE_KINDS } from "../../../domain/profile/image.ts"
import type { Clock } from "../../platform/clock.ts"
import { readForm } from "../../platform/http/body.ts"
import type { Auth } from "../auth/auth.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { moderatorOnly } from "../auth/guards.ts"
import { privatePicture } from "../profiles/private-picture.ts"
import { proofSender } from "../proof-of-work/proof-sender.ts"
import type { Moderation } from "./service.ts"

interface Needs {
  auth: Auth
  clock: Clock
  moderation: Moderation
}

function idOf(text: string): string {
  if (!isUuid(text)) throw new Refusal("not_found")
  return text.toLowerCase()
}

export function moderationRoutes(services: Needs): Hono<CallerEnv> {
  const { clock, moderation } = services
  const routes = new Hono<CallerEnv>()
  const guard = moderatorOnly(services)

  routes.post("/api/reports", async (c) => {
    await moderation.report(await readForm(c, reportForm()), proofSender(c), clock())
    c.header("Cache-Control", "no-store")
    return c.json({ received: true }, 202)
  })

  routes.get("/api/moderation/reports", guard, async (c) =>
    c.json(await moderation.reported(c.req.query("after"), clock())),
  )

  routes.get("/api/moderation/hidden", guard, async (c) =>
    c.json(await moderation.hidden(c.req.query("after"), clock())),
  )

  for (const kind of PICTURE_KINDS)
    routes.get(`/api/moderation/profiles/:id/${kind}`, guard, async (c) => {
      const picture = await moderation.picture(idOf(c.req.param("id")), kind)
      if (picture === null) throw new Refusal("not_found")
      return privatePicture(c, picture)
    })

  routes.post("/api/moderation/profiles/:id/hide", guard, async (c) => {
    await moderation.hide(c.get("caller"), idOf(c.req.param("id")), clock())
    return c.json({ done: true })
  })

  routes.post("/api/moderation/profiles/:id/restore", guard, async (c) => {
    await moderation.restore(c.get("caller"), idOf(c.req.param("id")), clock())
    return c.json({ done: true })
  })

  routes.post("/api/moderation/profiles/:id/dismiss", guard, async (c) => {
    const id = idOf(c.req.param("id"))
    const { seen_until } = await readForm(c, dismissForm())
    await moderation.dismiss(c.get("caller"), id, seen_until, clock())
    return c.json({ done: true })
  })

  return routes
}
