// Moderation over HTTP: reports by anyone, the queue and the decisions for moderators and administrators.
import type { Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { PICTURE_KINDS } from "../../../domain/profile/image.ts"
import type { Clock } from "../../platform/clock.ts"
import { uuidParam } from "../../platform/http/params.ts"
import type { Access } from "../auth/access.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import { proofSender } from "../proof-of-work/proof-sender.ts"
import type { Moderation } from "./service.ts"

interface Needs {
  access: Access
  clock: Clock
  moderation: Moderation
}

export function moderationRoutes(services: Needs): Hono<CallerEnv> {
  const { clock, moderation } = services
  const { routes, on } = endpoints(services)

  on("POST /api/reports", async ({ c, body }) => {
    await moderation.report(await body(), proofSender(c), clock())
    c.header("Cache-Control", "no-store")
    return { received: true }
  })

  on("GET /api/moderation/reports", ({ query }) => moderation.reported(query.cursor, clock()))

  on("GET /api/moderation/hidden", ({ query }) => moderation.hidden(query.cursor, clock()))

  for (const kind of PICTURE_KINDS)
    on(`GET /api/moderation/profiles/{id}/${kind}`, async ({ c, params }) => {
      const picture = await moderation.picture(uuidParam(params.id), kind)
      if (picture === null) throw new Refusal("not_found")
      return c.body(picture.bytes, 200, { "Content-Type": picture.type })
    })

  on("PUT /api/moderation/hidden/{id}", ({ caller, params }) => moderation.hide(caller, uuidParam(params.id), clock()))

  on("DELETE /api/moderation/hidden/{id}", ({ caller, params }) =>
    moderation.restore(caller, uuidParam(params.id), clock()),
  )

  on("POST /api/moderation/profiles/{id}/dismissal", async ({ caller, params, body }) => {
    const id = uuidParam(params.id)
    const { seen_until } = await body()
    await moderation.dismiss(caller, id, seen_until, clock())
  })

  return routes
}
