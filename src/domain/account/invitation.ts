// Invitations as administrators see and order them. Moments are ISO 8601.
import * as z from "zod/mini"
import { emailForm } from "../forms.ts"
import { EMAIL_MAX } from "../limits.ts"
import { FIELD, GENERAL } from "../messages.ts"
import { maxLength } from "../text/text-length.ts"
import { INVITATION } from "./account-messages.ts"

export interface Invitation {
  id: string
  /** the only address it is good for; empty: any */
  email: string
  state: "open" | "used" | "expired"
  created_at: string
  expires_at: string
  /** null: the account is gone */
  created_by: string | null
  /** whose account it made; null when nobody's, or when that account is gone */
  used_by: string | null
}

export interface InvitationPage {
  /** newest first */
  invitations: Invitation[]
  /** the cursor of the next page; null: there is none */
  next: string | null
}

/** The code is in this one answer and nowhere else. */
export interface NewInvitation {
  invitation: Invitation
  code: string
}

/** An empty address: good for any. */
export const invitationForm = z
  .object({
    email: z._default(
      z.pipe(
        z.string({ error: FIELD.emailInvalid }).check(maxLength(EMAIL_MAX, FIELD.emailInvalid)),
        z.transform((typed) => typed.trim().toLowerCase()),
      ),
      "",
    ),
    send: z._default(z.boolean({ error: GENERAL.badRequest }), false),
  })
  .check(
    z.refine(({ email }) => email === "" || z.safeParse(emailForm(), { email }).success, {
      path: ["email"],
      error: FIELD.emailInvalid,
    }),
    z.refine(({ email, send }) => email !== "" || !send, { path: ["email"], error: INVITATION.addressMissing }),
  )
