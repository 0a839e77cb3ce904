// The end of an account and the way back, under the names the client calls (specification section 7), and one's own data.
import { type Context, Hono } from "hono"
import * as z from "zod/mini"
import { Refusal } from "../../../domain/errors.ts"
import { PASSWORD_MAX } from "../../../domain/limits.ts"
import { FIELD, GENERAL } from "../../../domain/messages.ts"
import { isUuid } from "../../../domain/paths.ts"
import { maxLength, minLength } from "../../../domain/text/text-length.ts"
import type { Clock } from "../../platform/clock.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { readForm, readJson } from "../../platform/http/body.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Auth } from "../auth/auth.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { anySession, signedIn } from "../auth/guards.ts"
import type { Profiles } from "../profiles/service.ts"
import { exportOwnData } from "./export.ts"
import type { Accounts } from "./service.ts"

const target = z.object({ user_id: z.string().check(z.refine(isUuid)) })

/** Whose account the body names. @throws Refusal validation_failed with a sentence of its own, since no form shows fields */
async function targetOf(c: Context): Promise<string> {
  const body = z.safeParse(target, await readJson(c))
  if (!body.success) throw new Refusal("validation_failed", { message: GENERAL.badRequest })
  return body.data.user_id.toLowerCase()
}

const passwordForm = z.object({
  password: z
    .string({ error: FIELD.currentPasswordRequired })
    .check(minLength(1, FIELD.currentPasswordRequired), maxLength(PASSWORD_MAX, FIELD.currentPasswordWrong)),
})

interface Needs {
  accounts: Accounts
  auth: Auth
  clock: Clock
  database: OpenDatabase
  limits: RateLimits
  profiles: Profiles
}

export function accountFunctionRoutes(services: Needs): Hono<CallerEnv> {
  const { accounts, clock } = services
  const routes = new Hono<CallerEnv>()

  for (const path of ["/api/functions/delete-user-account", "/api/rpc/soft_delete_profile"])
    routes.post(path, signedIn(services), async (c) => {
      const dates = await accounts.deactivate(c.get("caller"), await targetOf(c), clock())
      return c.json({ success: true, ...dates })
    })

  routes.post("/api/functions/reactivate-user-account", anySession(services), async (c) => {
    const dates = await accounts.reactivate(c.get("caller"), await targetOf(c), clock())
    return c.json({ success: true, ...dates })
  })
  return routes
}

export function ownAccountRoutes(services: Needs): Hono<CallerEnv> {
  const { accounts, auth, clock } = services
  const routes = new Hono<CallerEnv>()

  routes.post("/api/account/delete-now", anySession(services), async (c) => {
    const { password } = await readForm(c, passwordForm)
    await accounts.deleteNow(c.get("caller"), password, c.get("clientIp"))
    return c.json({ success: true })
  })

  routes.get("/api/account/export", anySession(services), async (c) => {
    auth.requireRecentProof(c.get("caller"))
    const zip = await exportOwnData(services, c.get("caller"))
    const day = clock().toISOString().slice(0, 10)
    c.header("Content-Type", "application/zip")
    c.header("Content-Disposition", `attachment; filename="my-data-${day}.zip"`)
    return c.body(zip)
  })
  return routes
}
