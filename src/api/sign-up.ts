// Before an account exists.
import * as z from "zod/mini"
import { EMAIL_MAX, FIELD_MAX } from "../domain/limits.ts"
import { maxLength } from "../domain/text/text-length.ts"
import type { Endpoints } from "./endpoint.ts"

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
