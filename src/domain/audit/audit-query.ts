// What is asked of the audit trail: the part of an address behind `?`.
import * as z from "zod/mini"
import { FIELD_MAX } from "../limits.ts"
import { FIELD, GENERAL } from "../messages.ts"
import { maxLength } from "../text/text-length.ts"
import { AUDIT_ACTIONS } from "./audit.ts"

/** What is empty is not asked for. */
const emptyIsNone = (text: string): string | undefined => (text === "" ? undefined : text)

const who = z.pipe(
  z.string().check(maxLength(FIELD_MAX.url, FIELD.tooLong)),
  z.transform((typed) => emptyIsNone(typed.toWellFormed().replaceAll("\0", "").trim().replace(/^@/, ""))),
)

export const auditQuery = z.object({
  action: z.optional(
    z.pipe(
      z.enum(["", ...AUDIT_ACTIONS], { error: GENERAL.badRequest }),
      z.transform((action) => (action === "" ? undefined : action)),
    ),
  ),
  actor: z.optional(who),
  subject: z.optional(who),
  before: z.optional(
    z.pipe(
      z.string({ error: GENERAL.badRequest }).check(z.regex(/^[1-9]\d{0,14}$/, GENERAL.badRequest)),
      z.transform(Number),
    ),
  ),
})

export type AuditQuery = z.infer<typeof auditQuery>
