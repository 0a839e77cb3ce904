// The query parameters of the audit log.
import * as z from "zod/mini"
import { FIELD_MAX } from "../limits.ts"
import { FIELD, GENERAL } from "../messages.ts"
import { cursorParameter } from "../page.ts"
import { maxLength } from "../text/text-length.ts"
import { AUDIT_ACTIONS } from "./audit.ts"

/** An empty parameter asks for nothing. */
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
  cursor: cursorParameter,
})

export type AuditQuery = z.infer<typeof auditQuery>
