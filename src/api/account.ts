// Your account: who you are, sessions, security log, your data, the end of the account, and the proof of your identity.
import * as z from "zod/mini"
import { ROLES } from "../domain/account/roles.ts"
import { SECURITY_EVENTS } from "../domain/account/security-event.ts"
import { deletionForm, proofForm, spentCodeForm } from "../domain/account/user-forms.ts"
import { UNDO_TOKEN_MAX } from "../domain/limits.ts"
import { GENERAL } from "../domain/messages.ts"
import { REPORT_REASONS } from "../domain/moderation/report.ts"
import { isUuid } from "../domain/paths.ts"
import { ownProfileSchema } from "../domain/profile/profile.ts"
import { maxLength } from "../domain/text/text-length.ts"
import type { Endpoints } from "./endpoint.ts"
import { count, id, moment, success } from "./fields.ts"

const me = z.object({
  user: z.object({
    id,
    email: z.string(),
    full_name: z.string().check(z.describe("As given at sign-up; may be empty.")),
  }),
  profile: z.nullable(ownProfileSchema).check(z.describe("The first one.")),
  hidden_for: z
    .array(z.enum(REPORT_REASONS))
    .check(z.describe("What the first profile was reported for, if it is hidden.")),
  further_hidden_for: z
    .record(z.string(), z.array(z.enum(REPORT_REASONS)))
    .check(z.describe("The same for each additional profile that is hidden, by its id.")),
  further_profiles: z.array(ownProfileSchema).check(z.describe("The others, in the order in which they were created.")),
  profiles_max: count.check(z.describe("How many an account may have on this site.")),
  roles: z.array(z.enum(ROLES)),
  account: z.enum(["active", "deactivated"]),
  has_passkey: z.boolean(),
  has_password: z.boolean().check(z.describe("False: you sign in with a passkey or a company's login only.")),
  new_people: count.check(z.describe("How many people left their details since you last looked, at most 100.")),
  second_factor_due_at: z
    .nullable(moment)
    .check(z.describe("From then on, what requires a second factor is refused until the account has one.")),
})
export type Me = z.infer<typeof me>

const openSession = z.object({
  id,
  device: z.string().check(z.describe("Such as “Chrome on Android”.")),
  created_at: moment,
  last_seen_at: moment.check(z.describe("Accurate to a few minutes.")),
  current: z.boolean().check(z.describe("True for the session that sends this request.")),
})
export type OpenSession = z.infer<typeof openSession>

const loggedEvent = z.object({
  id: z.int(),
  event: z.enum(SECURITY_EVENTS),
  device: z
    .string()
    .check(z.describe("Such as “Chrome on Android”; empty if none of the owner's devices was involved.")),
  at: moment,
})
export type LoggedEvent = z.infer<typeof loggedEvent>

const userId = z.object({ user_id: z.string().check(z.refine(isUuid, GENERAL.badRequest)) })
const dates = z.object({
  success: z.literal(true),
  deleted_at: z.nullable(moment),
  deletion_scheduled_at: z.nullable(moment),
})
const deactivation = { caller: "user", body: userId, answer: dates } as const

export const accountEndpoints = {
  "GET /api/me": { summary: "Who is signed in, with profile and roles.", caller: "session", answer: me },
  "GET /api/account/sessions": {
    summary: "Your sessions: the current one first, then the most recently used.",
    caller: "user",
    answer: z.object({ sessions: z.array(openSession) }),
  },
  "DELETE /api/account/sessions/{id}": { summary: "Ends one of your sessions.", caller: "user", answer: success },
  "GET /api/account/security-events": {
    summary: "Your security log, newest first.",
    caller: "user",
    answer: z.object({ events: z.array(loggedEvent) }),
  },
  "GET /api/account/export": {
    summary: "Everything your account holds, as a zip file.",
    caller: "session",
    file: "application/zip",
  },
  "POST /api/account/deletion": {
    summary: "Deletes your deactivated account now instead of after 30 days.",
    caller: "session",
    form: deletionForm,
    answer: success,
  },
  "POST /api/functions/delete-user-account": {
    summary: "Deactivates an account: your own or, for administrators, any.",
    ...deactivation,
  },
  "POST /api/rpc/soft_delete_profile": { summary: "Another name for delete-user-account.", ...deactivation },
  "POST /api/functions/reactivate-user-account": {
    summary: "Reactivates an account within 30 days: your own or, for administrators, any.",
    caller: "session",
    body: userId,
    answer: dates,
  },
} as const satisfies Endpoints

const undoable = z.object({
  change: z.enum(["password", "email", "second_factor", "passkey", "app_password", "sign_in", "identity"]),
  at: moment,
  email: z.string().check(z.describe("The sign-in email that is restored.")),
  company_login: z
    .nullable(z.string())
    .check(z.describe("The name of the company login with which you have to sign in afterward; null: none.")),
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

const emailChange = z.object({
  new_email: z.nullable(z.string()).check(z.describe("The address that has to be confirmed.")),
  ended: z
    .nullable(z.enum(["password_changed", "device_signed_out", "security_changed"]))
    .check(z.describe("Why the last link no longer works, for a day.")),
})
export type EmailChange = z.infer<typeof emailChange>

export const credentialEndpoints = {
  "GET /api/account/email-change": {
    summary: "The new sign-in email, not confirmed yet.",
    caller: "user",
    answer: emailChange,
  },
  "DELETE /api/account/email-change": {
    summary: "Cancels the change of the sign-in email: its link stops working.",
    caller: "user",
    answer: success,
  },
  "DELETE /api/account/password": {
    summary: "Removes your password: from then on, only your passkeys sign in.",
    caller: "user",
    answer: success,
  },
  "POST /api/account/identity-proof": {
    summary: "Confirms your identity again, with your password or a code from your authenticator app.",
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
    summary: "What the undo link from an email would undo. Changes nothing.",
    caller: "anyone",
    body: undoToken,
    answer: undoable,
  },
  "POST /api/account/undo": {
    summary: "Undoes the change and opens a session for choosing a new password.",
    caller: "anyone",
    body: undoToken,
    answer: recoverySession,
  },
} as const satisfies Endpoints
