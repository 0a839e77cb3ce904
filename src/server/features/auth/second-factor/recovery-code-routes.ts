// /api/account/recovery-codes: how many are left, ten new ones, and the use of one.
import type { Hono } from "hono"
import { SUCCESS } from "../../../../api/fields.ts"
import type { Auth } from "../auth.ts"
import type { CallerEnv } from "../caller.ts"
import { endpoints } from "../endpoints.ts"

export function recoveryCodeRoutes(services: { auth: Auth }): Hono<CallerEnv> {
  const { secondFactor } = services.auth
  const { routes, on } = endpoints(services)
  on("GET /api/account/recovery-codes", async ({ caller }) => ({
    remaining: await secondFactor.remainingRecoveryCodes(caller),
  }))
  on("POST /api/account/recovery-codes", async ({ caller }) => ({
    codes: await secondFactor.makeRecoveryCodes(caller),
  }))
  on("POST /api/account/recovery-codes/redemption", async ({ c, caller, body }) => {
    const { code } = await body()
    await secondFactor.spendRecoveryCode(caller, code, c.get("clientIp"))
    return SUCCESS
  })
  return routes
}
