// Proof of identity, recovery codes, and the link that undoes a change.
import * as z from "zod/mini"
import { proofForm, spentCodeForm } from "../domain/account/user-forms.ts"
import { UNDO_TOKEN_MAX } from "../domain/limits.ts"
import { maxLength } from "../domain/text/text-length.ts"
import type { Endpoints } from "./endpoint.ts"
import { count, moment, success } from "./fields.ts"

const undoable = z.object({
  change: z.enum(["password", "email", "second_factor"]),
  at: moment,
  email: z.string().check(z.describe("The sign-in email that comes back.")),
})
export type Undoable = z.infer<typeof undoable>

/** Opens the reset page, where a new password is chosen. */
const recoverySession = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: count.check(z.describe("Seconds.")),
  token_type: z.literal("bearer"),
})
export type RecoverySession = z.infer<typeof recoverySession>

const undoToken = z.object({ token: z.string().check(maxLength(UNDO_TOKEN_MAX)) })
export type UndoToken = z.infer<typeof undoToken>

export const credentialEndpoints = {
  "POST /api/account/identity-proof": {
    summary: "Confirms your identity again, by password or by code of the authenticator app.",
    caller: "session",
    form: proofForm,
    answer: success,
  },
  "GET /api/account/recovery-codes": {
    summary: "How many of your recovery codes are unused.",
    caller: "user",
    answer: z.object({ remaining: count }),
  },
  "POST /api/account/recovery-codes": {
    summary: "Creates ten recovery codes, shown once. Older ones stop working.",
    caller: "user",
    answer: z.object({ codes: z.array(z.string()) }),
  },
  "POST /api/account/recovery-codes/redemption": {
    summary: "Signs in with a recovery code. This removes the second factor.",
    caller: "before-factor",
    form: spentCodeForm,
    answer: success,
  },
  "POST /api/account/undo/preview": {
    summary: "What the link of an email about a change would undo. Changes nothing.",
    caller: "anyone",
    body: undoToken,
    answer: undoable,
  },
  "POST /api/account/undo": {
    summary: "Undoes the change and opens a session in which a new password is chosen.",
    caller: "anyone",
    body: undoToken,
    answer: recoverySession,
  },
} as const satisfies Endpoints
