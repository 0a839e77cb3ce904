// Invitations, for administrators.
import * as z from "zod/mini"
import { invitationForm } from "../domain/account/invitation.ts"
import type { Endpoints } from "./endpoint.ts"
import { id, moment, success } from "./fields.ts"

const invitation = z.object({
  id,
  email: z.string().check(z.describe("The only address it is good for; empty: any.")),
  state: z.enum(["open", "used", "expired"]),
  created_at: moment,
  expires_at: moment,
  created_by: z.nullable(z.string()).check(z.describe("Null: the account is gone.")),
  used_by: z.nullable(z.string()).check(z.describe("Whose account it made; null: unused, or that account is gone.")),
})
export type Invitation = z.infer<typeof invitation>

const page = z.object({
  invitations: z.array(invitation).check(z.describe("Newest first.")),
  next: z.nullable(z.string()).check(z.describe("The next page's cursor; null: there is none.")),
})
export type InvitationPage = z.infer<typeof page>

const made = z.object({
  invitation,
  code: z.string().check(z.describe("In this answer and nowhere else.")),
})
export type NewInvitation = z.infer<typeof made>

export const invitationEndpoints = {
  "GET /api/admin/invitations": {
    summary: "Invitations, page by page.",
    caller: "admin",
    query: z.object({ cursor: z._default(z.string(), "") }),
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
