// Invitations, for administrators.
import { Hono } from "hono"
import { invitationForm } from "../../../domain/account/invitation.ts"
import { Refusal } from "../../../domain/errors.ts"
import { isUuid } from "../../../domain/paths.ts"
import type { Clock } from "../../platform/clock.ts"
import { readForm } from "../../platform/http/body.ts"
import type { Auth } from "../auth/auth.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { adminOnly, adminWithProof } from "../auth/guards.ts"
import type { Invitations } from "./service.ts"

interface Needs {
  auth: Auth
  clock: Clock
  invitations: Invitations
}

export function invitationRoutes(services: Needs): Hono<CallerEnv> {
  const { clock, invitations } = services
  const routes = new Hono<CallerEnv>()
  const guard = adminOnly(services)

  routes.get("/api/admin/invitations", guard, async (c) =>
    c.json(await invitations.list(c.req.query("cursor") ?? "", clock())),
  )

  routes.post("/api/admin/invitations", adminWithProof(services), async (c) =>
    c.json(await invitations.create(c.get("caller"), await readForm(c, invitationForm), clock()), 201),
  )

  routes.delete("/api/admin/invitations/:id", guard, async (c) => {
    const id = c.req.param("id")
    if (!isUuid(id)) throw new Refusal("not_found")
    await invitations.revoke(c.get("caller"), id.toLowerCase(), clock())
    return c.json({ done: true })
  })
  return routes
}
