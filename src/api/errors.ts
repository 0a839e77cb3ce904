// The shapes of refusals.
import * as z from "zod/mini"

const methods = z
  .optional(z.array(z.enum(["password", "totp", "webauthn", "passkey", "company"])))
  .check(z.describe("With `reauthentication_needed`: what confirms the identity, any one of them."))

/** A refusal by any endpoint but the functions. */
export const refusal = z.object({
  error: z.object({
    code: z.string().check(z.describe("For programs; does not change.")),
    message: z.string().check(z.describe("For people.")),
    fields: z.optional(z.record(z.string(), z.string())).check(z.describe("Form field → sentence.")),
    methods,
    challenge: z
      .optional(
        z.object({
          algorithm: z.literal("SHA-256"),
          salt: z.string(),
          challenge: z.string(),
          max_number: z.int(),
          expires_at: z.int(),
          signature: z.string(),
        }),
      )
      .check(z.describe("With `proof_of_work_required`: what to solve before sending the request again.")),
  }),
})
export type RefusalBody = z.infer<typeof refusal>

/** A refusal by /api/functions and /api/rpc (specification section 7). */
export const functionRefusal = z.object({ error: z.string(), code: z.string(), methods })
export type FunctionRefusal = z.infer<typeof functionRefusal>
