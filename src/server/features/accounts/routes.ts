// Accounts over HTTP: the end of an account and the way back, under the names of the specification (section 7), your own data,
// and users and roles for administrators.
import type { Context, Hono } from "hono"
import * as z from "zod/mini"
import type { FunctionRefusal } from "../../../api/errors.ts"
import { SUCCESS } from "../../../api/fields.ts"
import type { DeletionDates } from "../../../domain/account/lifecycle.ts"
import { ROLES, type Role } from "../../../domain/account/roles.ts"
import { Refusal } from "../../../domain/errors.ts"
import { GENERAL } from "../../../domain/messages.ts"
import { dayOf, isoOrNull } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { errorHandler } from "../../platform/http/errors.ts"
import { uuidParam } from "../../platform/http/params.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Access } from "../auth/access.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { requireRecentProof } from "../auth/credentials/step-up.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { People } from "../people/service.ts"
import type { Profiles } from "../profiles/service.ts"
import type { DataRequests } from "./data-requests.ts"
import { exportOwnData } from "./export.ts"
import type { Roles } from "./roles.ts"
import type { Accounts } from "./service.ts"
import type { UserList } from "./user-list.ts"

interface Needs {
  access: Access
  accounts: Accounts
  clock: Clock
  dataRequests: DataRequests
  database: OpenDatabase
  limits: Pick<RateLimits, "take">
  people: Pick<People, "catchUp">
  profiles: Pick<Profiles, "allOf" | "contactCard" | "ownPicture">
  roles: Roles
  userList: UserList
}

export function accountFunctionRoutes(needs: Pick<Needs, "access" | "accounts" | "clock">): Hono<CallerEnv> {
  const { accounts, clock } = needs
  const { routes, on } = endpoints(needs)

  for (const key of ["POST /api/functions/delete-user-account", "POST /api/rpc/soft_delete_profile"] as const)
    on(key, async ({ caller, body }) => {
      const { user_id } = await body()
      return datesBody(await accounts.deactivate(caller, user_id.toLowerCase(), clock()))
    })

  on("POST /api/functions/reactivate-user-account", async ({ caller, body }) => {
    const { user_id } = await body()
    return datesBody(await accounts.reactivate(caller, user_id.toLowerCase(), clock()))
  })

  return routes
}

export function accountRoutes(needs: Needs): Hono<CallerEnv> {
  const { accounts, clock, dataRequests, roles, userList } = needs
  const { routes, on } = endpoints(needs)

  on("POST /api/account/deletion", async ({ c, caller, body }) => {
    const { password } = await body()
    await accounts.deleteNow(caller, password, c.get("clientIp"))
  })

  on("GET /api/account/export", async ({ c, caller }) => {
    requireRecentProof(caller, clock())
    return zipBody(c, await exportOwnData(needs, caller), `my-data-${dayOf(clock())}.zip`)
  })

  on("POST /api/admin/users/{id}/data-exports", async ({ c, caller, params }) => {
    const id = uuidParam(params.id)
    return zipBody(c, await dataRequests.exportFor(caller, id), `data-of-${id}-${dayOf(clock())}.zip`)
  })

  on("DELETE /api/admin/users/{id}", ({ caller, params }) => dataRequests.erase(caller, uuidParam(params.id)))

  on("GET /api/admin/users", async ({ query }) => {
    const { items, next } = await userList.page(query, clock())
    return { users: items, next }
  })

  on("POST /api/admin/users/{id}/roles", async ({ caller, params, body }) => {
    const { role } = await body()
    return { roles: await roles.add(caller, uuidParam(params.id), role, clock()) }
  })

  on("DELETE /api/admin/users/{id}/roles/{role}", async ({ caller, params }) => ({
    roles: await roles.remove(caller, uuidParam(params.id), roleParam(params.role), clock()),
  }))

  return routes
}

function zipBody(c: Context, zip: ReadableStream<Uint8Array<ArrayBuffer>>, name: string): Response {
  c.header("Content-Type", "application/zip")
  c.header("Content-Disposition", `attachment; filename="${name}"`)
  return c.body(zip)
}

const datesBody = ({ deleted_at, deletion_scheduled_at }: DeletionDates) => ({
  ...SUCCESS,
  deleted_at: isoOrNull(deleted_at),
  deletion_scheduled_at: isoOrNull(deletion_scheduled_at),
})

function roleParam(text: string): Role {
  const role = z.safeParse(z.enum(ROLES), text)
  if (!role.success) throw new Refusal("not_found")
  return role.data
}

/** The functions of the specification (section 7) refuse in their own shape: `error` is text. */
export const onFunctionError = errorHandler((c, refusal) => {
  if (refusal === null) return c.json({ error: GENERAL.internal, code: "internal_error" }, 500)
  const { message, code, methods, status } = refusal
  return c.json({ error: message, code, ...(methods && { methods }) } satisfies FunctionRefusal, status)
})
