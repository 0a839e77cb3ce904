// Users and their roles, for administrators.
import type { Hono } from "hono"
import * as z from "zod/mini"
import { SUCCESS } from "../../../api/fields.ts"
import { ROLES, type Role } from "../../../domain/account/roles.ts"
import { Refusal } from "../../../domain/errors.ts"
import type { Clock } from "../../platform/clock.ts"
import { uuidParam } from "../../platform/http/uuid-param.ts"
import type { Auth } from "../auth/auth.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Roles } from "./roles.ts"
import type { UserList } from "./user-list.ts"

interface Needs {
  auth: Auth
  clock: Clock
  roles: Roles
  userList: UserList
}

function roleParam(text: string): Role {
  const role = z.safeParse(z.enum(ROLES), text)
  if (!role.success) throw new Refusal("not_found")
  return role.data
}

export function adminUserRoutes(services: Needs): Hono<CallerEnv> {
  const { auth, clock, roles, userList } = services
  const { routes, on } = endpoints(services)

  on("GET /api/admin/users", ({ query }) => userList.page(query, clock()))

  on("POST /api/admin/users/{id}/roles", async ({ caller, params, body }) => {
    const { role } = await body()
    return { roles: await roles.add(caller, uuidParam(params.id), role, clock()) }
  })

  on("DELETE /api/admin/users/{id}/roles/{role}", async ({ caller, params }) => ({
    roles: await roles.remove(caller, uuidParam(params.id), roleParam(params.role), clock()),
  }))

  on("POST /api/admin/users/{id}/password-reset", async ({ caller, params }) => {
    await auth.sendReset(caller, uuidParam(params.id))
    return SUCCESS
  })

  on("DELETE /api/admin/users/{id}/factors", async ({ caller, params }) => {
    await auth.secondFactor.removeFor(caller, uuidParam(params.id))
    return SUCCESS
  })
  return routes
}
