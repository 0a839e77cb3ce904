// POST /api/account/confirm: the password or a code of the second factor, given once more (step-up).
import { Hono } from "hono"
import * as z from "zod/mini"
import { FACTOR } from "../../../../domain/account/account-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { PASSWORD_MAX } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import { maxLength, minLength } from "../../../../domain/text/text-length.ts"
import { readForm } from "../../../platform/http/body.ts"
import type { Auth } from "../auth.ts"
import type { CallerEnv } from "../caller.ts"
import { anySession } from "../guards.ts"

const CODE_MAX = 20

const proofForm = z.object({
  password: z.optional(
    z
      .string({ error: FIELD.currentPasswordRequired })
      .check(minLength(1, FIELD.currentPasswordRequired), maxLength(PASSWORD_MAX, FIELD.currentPasswordWrong)),
  ),
  code: z.optional(z.string({ error: FACTOR.codeMissing }).check(maxLength(CODE_MAX, FACTOR.codeWrong))),
})

/** One of the two; with both the code counts. */
function proofOf({ password, code }: z.output<typeof proofForm>): { password: string } | { code: string } {
  if (code !== undefined) return { code }
  if (password !== undefined) return { password }
  throw new Refusal("validation_failed", { fields: { password: FIELD.currentPasswordRequired } })
}

export function confirmRoutes(services: { auth: Auth }): Hono<CallerEnv> {
  const routes = new Hono<CallerEnv>()
  routes.post("/api/account/confirm", anySession(services), async (c) => {
    const proof = proofOf(await readForm(c, proofForm))
    await services.auth.confirmIdentity(c.get("caller"), proof, c.get("clientIp"))
    return c.json({ success: true })
  })
  return routes
}
