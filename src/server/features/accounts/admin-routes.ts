// Users and their roles, for administrators.
import { type Context, Hono } from "hono"
import * as z from "zod/mini"
import { ROLES, type Role } from "../../../domain/account/roles.ts"
import { roleForm, userListQuery } from "../../../domain/account/user-forms.ts"
import { Refusal } from "../../../domain/errors.ts"
import { isUuid } from "../../../domain/paths.ts"
import type { Clock } from "../../platform/clock.ts"
import { readForm } from "../../platform/http/body.ts"
import { readQuery } from "../../platform/http/query.ts"
import type { Auth } from "../auth/auth.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { adminOnly, adminWithProof } from "../auth/guards.ts"
import type { Roles } from "./roles.ts"
import type { UserList } from "./user-list.ts"

interface Needs {
  auth: Auth
  clock: Clock
  roles: Roles
  userList: UserList
}

/** @throws Refusal not_found: no such account can exist */
function userOf(c: Context): string {
  const id = c.req.param("id") ?? ""
  if (!isUuid(id)) throw new Refusal("not_found")
  return id.toLowerCase()
}

function roleOf(c: Context): Role {
  const role = z.safeParse(z.enum(ROLES), c.req.param("role"))
  if (!role.success) throw new Refusal("not_found")
  return role.data
}

export function adminUserRoutes(services: Needs): Hono<CallerEnv> {
  const { auth, clock, roles, userList } = services
  const routes = new Hono<CallerEnv>()

  routes.get("/api/admin/users", adminOnly(services), async (c) =>
    c.json(await userList.page(readQuery(c, userListQuery), clock())),
  )

  routes.post("/api/admin/users/:id/roles", adminWithProof(services), async (c) => {
    const { role } = await readForm(c, roleForm)
    return c.json({ roles: await roles.add(c.get("caller"), userOf(c), role, clock()) })
  })

  routes.delete("/api/admin/users/:id/roles/:role", adminWithProof(services), async (c) =>
    c.json({ roles: await roles.remove(c.get("caller"), userOf(c), roleOf(c), clock()) }),
  )

  routes.post("/api/admin/users/:id/password-reset", adminWithProof(services), async (c) => {
    await auth.sendReset(c.get("caller"), userOf(c))
    return c.json({ success: true })
  })

  routes.delete("/api/admin/users/:id/factors", adminWithProof(services), async (c) => {
    await auth.secondFactor.removeFor(c.get("caller"), userOf(c))
    return c.json({ success: true })
  })
  return routes
}
