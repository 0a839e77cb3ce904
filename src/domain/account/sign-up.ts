// Who may sign up, and invitations: how an administrator orders one, and its code.
import * as z from "zod/mini"
import { emailForm } from "../forms.ts"
import { EMAIL_MAX } from "../limits.ts"
import { FIELD, GENERAL } from "../messages.ts"
import { maxLength } from "../text/text-length.ts"
import { INVITATION } from "./sign-up-messages.ts"

/** The operator decides (setting SIGN_UP). */
export const SIGN_UP_MODES = ["open", "invite", "closed"] as const
export type SignUpMode = (typeof SIGN_UP_MODES)[number]

/** `email`: the only address it is good for; empty: any. `send`: email it there. */
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

/** 32 letters and digits; a code has 26 of them, 130 random bits, and is easy to read out. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
const LENGTH = 26

/** @param bytes from a cryptographic source, 26 of them */
export const invitationCodeOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("")

/** The code as it was created: capitals, gaps and letters that look like digits do not matter. */
export const tidyInvitationCode = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1")
