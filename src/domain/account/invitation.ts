// What an administrator orders: an invitation.
import * as z from "zod/mini"
import { emailForm } from "../forms.ts"
import { EMAIL_MAX } from "../limits.ts"
import { FIELD, GENERAL } from "../messages.ts"
import { maxLength } from "../text/text-length.ts"
import { INVITATION } from "./account-messages.ts"

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
