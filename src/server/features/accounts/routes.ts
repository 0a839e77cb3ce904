// The end of an account and the way back, under the names the client calls (specification section 7), and one's own data.
import type { Hono } from "hono"
import { SUCCESS } from "../../../api/fields.ts"
import type { DeletionDates } from "../../../domain/account/lifecycle.ts"
import type { Clock } from "../../platform/clock.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Auth } from "../auth/auth.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Profiles } from "../profiles/service.ts"
import { exportOwnData } from "./export.ts"
import type { Accounts } from "./service.ts"

interface Needs {
  accounts: Accounts
  auth: Auth
  clock: Clock
  database: OpenDatabase
  limits: RateLimits
  profiles: Profiles
}

const datesBody = ({ deleted_at, deletion_scheduled_at }: DeletionDates) => ({
  ...SUCCESS,
  deleted_at: deleted_at?.toISOString() ?? null,
  deletion_scheduled_at: deletion_scheduled_at?.toISOString() ?? null,
})

export function accountFunctionRoutes(services: Needs): Hono<CallerEnv> {
  const { accounts, clock } = services
  const { routes, on } = endpoints(services)

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

export function ownAccountRoutes(services: Needs): Hono<CallerEnv> {
  const { accounts, auth, clock } = services
  const { routes, on } = endpoints(services)

  on("POST /api/account/deletion", async ({ c, caller, body }) => {
    const { password } = await body()
    await accounts.deleteNow(caller, password, c.get("clientIp"))
    return SUCCESS
  })

  on("GET /api/account/export", async ({ c, caller }) => {
    auth.requireRecentProof(caller)
    const zip = await exportOwnData(services, caller)
    const day = clock().toISOString().slice(0, 10)
    c.header("Content-Type", "application/zip")
    c.header("Content-Disposition", `attachment; filename="my-data-${day}.zip"`)
    return c.body(zip)
  })
  return routes
}
