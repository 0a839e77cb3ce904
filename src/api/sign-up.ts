// Before an account exists: what is free, and invitations by administrators.
import * as z from "zod/mini"
import { invitationForm } from "../domain/account/sign-up.ts"
import { EMAIL_MAX, FIELD_MAX } from "../domain/limits.ts"
import { cursorParameter } from "../domain/page.ts"
import { maxLength } from "../domain/text/text-length.ts"
import type { Endpoints } from "./endpoint.ts"
import { id, moment, next, success } from "./fields.ts"

const plainText = (max: number) =>
  z.optional(
    z.string().check(
      maxLength(max),
      z.refine((text) => !text.includes("\0")),
    ),
  )
const wanted = z.object({ username: plainText(FIELD_MAX.full_name), email: plainText(EMAIL_MAX) })
export type Wanted = z.infer<typeof wanted>

/** True = free. Only what was asked for is answered. */
const availability = z.object({ username: z.optional(z.boolean()), email: z.optional(z.boolean()) })
export type Availability = z.infer<typeof availability>

export const signUpEndpoints = {
  "POST /api/availability": {
    summary: "Whether a username or an email address is free (true).",
    caller: "anyone",
    body: wanted,
    answer: availability,
  },
} as const satisfies Endpoints

const invitation = z.object({
  id,
  email: z.string().check(z.describe("The only address that can use it; empty: any.")),
  state: z.enum(["open", "used", "expired"]),
  created_at: moment,
  expires_at: moment,
  created_by: z.nullable(z.string()).check(z.describe("Null: the account is gone.")),
  used_by: z
    .nullable(z.string())
    .check(z.describe("The account created with it; null: unused, or that account is gone.")),
})
export type Invitation = z.infer<typeof invitation>

const page = z.object({
  invitations: z.array(invitation).check(z.describe("Newest first.")),
  next,
})
export type InvitationPage = z.infer<typeof page>

const made = z.object({
  invitation,
  code: z.string().check(z.describe("Appears only in this answer.")),
})
export type NewInvitation = z.infer<typeof made>

export const invitationEndpoints = {
  "GET /api/admin/invitations": {
    summary: "Invitations, page by page.",
    caller: "admin",
    query: z.object({ cursor: cursorParameter }),
    answer: page,
  },
  "POST /api/admin/invitations": {
    summary: "Invites someone, for any address or for one.",
    caller: "admin-with-proof",
    form: invitationForm,
    status: 201,
    answer: made,
  },
  "DELETE /api/admin/invitations/{id}": {
    summary: "Revokes an invitation: its link stops working.",
    caller: "admin",
    answer: success,
  },
} as const satisfies Endpoints
