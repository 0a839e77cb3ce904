// POST /api/account/identity-proof: the password or a code of the second factor, given once more (step-up).
import type { Hono } from "hono"
import { SUCCESS } from "../../../../api/fields.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { FIELD } from "../../../../domain/messages.ts"
import type { Auth } from "../auth.ts"
import type { CallerEnv } from "../caller.ts"
import { endpoints } from "../endpoints.ts"

interface Given {
  password?: string | undefined
  code?: string | undefined
}

/** One of the two; with both the code counts. */
function proofOf({ password, code }: Given): { password: string } | { code: string } {
  if (code !== undefined) return { code }
  if (password !== undefined) return { password }
  throw new Refusal("validation_failed", { fields: { password: FIELD.currentPasswordRequired } })
}

export function confirmRoutes(services: { auth: Auth }): Hono<CallerEnv> {
  const { routes, on } = endpoints(services)
  on("POST /api/account/identity-proof", async ({ c, caller, body }) => {
    await services.auth.confirmIdentity(caller, proofOf(await body()), c.get("clientIp"))
    return SUCCESS
  })
  return routes
}
