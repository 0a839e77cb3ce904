// /api/account/recovery-codes: how many are left, ten new ones, and the use of one.
import { Hono } from "hono"
import * as z from "zod/mini"
import { FACTOR } from "../../../../domain/account/account-messages.ts"
import { maxLength, minLength } from "../../../../domain/text/text-length.ts"
import { readForm } from "../../../platform/http/body.ts"
import type { Auth } from "../auth.ts"
import type { CallerEnv } from "../caller.ts"
import { beforeFactor, signedIn } from "../guards.ts"

const CODE_MAX = 100
const codeForm = z.object({
  code: z
    .string({ error: FACTOR.recoveryCodeWrong })
    .check(minLength(1, FACTOR.recoveryCodeWrong), maxLength(CODE_MAX, FACTOR.recoveryCodeWrong)),
})

export function recoveryCodeRoutes(services: { auth: Auth }): Hono<CallerEnv> {
  const { secondFactor } = services.auth
  const routes = new Hono<CallerEnv>()
  routes.get("/api/account/recovery-codes", signedIn(services), async (c) =>
    c.json({ remaining: await secondFactor.remainingRecoveryCodes(c.get("caller")) }),
  )
  routes.post("/api/account/recovery-codes", signedIn(services), async (c) =>
    c.json({ codes: await secondFactor.makeRecoveryCodes(c.get("caller")) }),
  )
  routes.post("/api/account/recovery-codes/use", beforeFactor(services), async (c) => {
    const { code } = await readForm(c, codeForm)
    await secondFactor.spendRecoveryCode(c.get("caller"), code, c.get("clientIp"))
    return c.json({ success: true })
  })
  return routes
}
