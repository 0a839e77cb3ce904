// What is sent about users and their accounts: the query of the list, a role, a password or a code.
import * as z from "zod/mini"
import { PASSWORD_MAX, RECOVERY_CODE_MAX, TOTP_TYPED_MAX } from "../limits.ts"
import { FIELD, GENERAL } from "../messages.ts"
import { cursorParameter } from "../page.ts"
import { searchText } from "../text/search-text.ts"
import { maxLength, minLength } from "../text/text-length.ts"
import { FACTOR } from "./account-messages.ts"
import { ACCOUNT_FIELD } from "./field-messages.ts"
import { USER_FILTERS } from "./lifecycle.ts"
import { ROLES } from "./roles.ts"

/** An empty parameter asks for nothing. */
export const userListQuery = z.object({
  q: searchText,
  status: z._default(z.enum(["", ...USER_FILTERS], { error: GENERAL.badRequest }), ""),
  cursor: cursorParameter,
})
export type UserListQuery = z.infer<typeof userListQuery>

export const roleForm = z.object({ role: z.enum(ROLES, { error: GENERAL.badRequest }) })

const currentPassword = z
  .string({ error: ACCOUNT_FIELD.currentPasswordRequired })
  .check(minLength(1, ACCOUNT_FIELD.currentPasswordRequired), maxLength(PASSWORD_MAX, FIELD.currentPasswordWrong))

/** An account without a password has proved who it is in another way. */
export const deletionForm = z.object({ password: z.optional(currentPassword) })

/** One of the two; with both the code counts. */
export const proofForm = z.object({
  password: z.optional(currentPassword),
  code: z.optional(z.string({ error: FACTOR.codeMissing }).check(maxLength(TOTP_TYPED_MAX, FACTOR.codeWrong))),
})

/** A recovery code that is being used. */
export const spentCodeForm = z.object({
  code: z
    .string({ error: FACTOR.recoveryCodeWrong })
    .check(minLength(1, FACTOR.recoveryCodeWrong), maxLength(RECOVERY_CODE_MAX, FACTOR.recoveryCodeWrong)),
})
