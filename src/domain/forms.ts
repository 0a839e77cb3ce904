// The validation rules of the specification's section 5, once: forms and server use the same schemas. The profile's are in
// profile/profile-form.ts. A schema is created when it is first used, because a page is shown before there is anything to check.
import * as z from "zod/mini"
import { FACTOR } from "./account/account-messages.ts"
import { isEmailAddress } from "./account/email-address.ts"
import { ACCOUNT_FIELD } from "./account/field-messages.ts"
import { VERIFY } from "./account/sign-up-messages.ts"
import { lazy } from "./lazy.ts"
import {
  CHANGED_PASSWORD_MIN,
  FIELD_MAX,
  FULL_NAME_MIN,
  LOGIN_PASSWORD_MIN,
  PASSWORD_MAX,
  REPORT_DETAIL_MAX,
  SIGNUP_PASSWORD_MIN,
  TOTP_DIGITS,
  USERNAME_MAX,
  USERNAME_MIN,
} from "./limits.ts"
import { FIELD, GENERAL } from "./messages.ts"
import { MODERATION } from "./moderation/moderation-messages.ts"
import { REPORT_REASONS } from "./moderation/report.ts"
import { NAME } from "./name-messages.ts"
import { isReservedName, isUuid } from "./paths.ts"
import { exactLength, maxLength, minLength, onceFine } from "./text/text-length.ts"
import { manyLines, nameProblem, oneLine } from "./text/visible-text.ts"

const trimmed = (wrongType: string) =>
  z.pipe(
    z.string({ error: wrongType }),
    z.transform((typed) => typed.toWellFormed().trim()),
  )

/** Text that can be stored: trimmed, without NUL and lone surrogates (the database refuses both). */
export const text = (wrongType: string) =>
  z.pipe(
    trimmed(wrongType),
    z.transform((typed) => typed.replaceAll("\0", "").trim()),
  )

const emailAddress = (message: string) => z.pipe(trimmed(message), z.string().check(z.refine(isEmailAddress, message)))

const username = () =>
  z
    .string({ error: ACCOUNT_FIELD.usernameShort })
    .check(
      minLength(USERNAME_MIN, ACCOUNT_FIELD.usernameShort),
      maxLength(USERNAME_MAX, ACCOUNT_FIELD.usernameLong),
      onceFine(z.regex(/^[a-z0-9_-]+$/, ACCOUNT_FIELD.usernameCharacters)),
      onceFine(z.refine((name) => !isReservedName(name) && !isUuid(name), ACCOUNT_FIELD.usernameReserved)),
    )

/** @param clean from visible-text.ts: one line or many */
export const shortText = (max: number, clean = oneLine) =>
  z.pipe(z.pipe(text(FIELD.notText), z.transform(clean)), z.string().check(maxLength(max, FIELD.tooLong)))

/**
 * @param short the sentence for a name that is too short, and for one that is missing unless that has its own
 * @param field what the field is called in its form
 */
export const personName = (short: string, { field = "Full name", missing = short } = {}) => {
  const sentences = { short, characters: NAME.characters(field), marks: NAME.marks(field) }
  const readable = z.superRefine<string>((name, context) => {
    const problem = nameProblem(name, FULL_NAME_MIN)
    if (problem !== null)
      context.addIssue({ code: "custom", message: name === "" ? missing : sentences[problem], input: name })
  })
  // NUL is refused with the other control characters.
  return z.pipe(trimmed(missing), z.string().check(maxLength(FIELD_MAX.full_name, FIELD.tooLong), onceFine(readable)))
}

const newPassword = (min: number, message: string) =>
  z.string({ error: message }).check(minLength(min, message), maxLength(PASSWORD_MAX, FIELD.tooLong))

/** `sentence` is the specification's, for fewer characters than its own limit. Between that and our limit, sign-up's sentence is used. */
const changedPassword = (sentence: string) =>
  newPassword(CHANGED_PASSWORD_MIN, sentence).check(minLength(SIGNUP_PASSWORD_MIN, ACCOUNT_FIELD.signupPasswordShort))

/** The password must be typed twice the same way. */
const repeated = <Name extends string>(name: Name, error: string) =>
  z.refine<Record<Name | "confirmPassword", string>>((form) => form[name] === form.confirmPassword, {
    path: ["confirmPassword"],
    error,
  })

export const loginForm = lazy(() =>
  z.object({
    email: emailAddress(FIELD.emailInvalid),
    password: z
      .string({ error: ACCOUNT_FIELD.loginPasswordShort })
      .check(minLength(LOGIN_PASSWORD_MIN, ACCOUNT_FIELD.loginPasswordShort)),
  }),
)

/** What the server needs of a sign-up; the form adds the confirmation and the terms. */
export const signupFields = lazy(() =>
  z.object({
    username: username(),
    fullName: personName(ACCOUNT_FIELD.fullNameShort),
    email: emailAddress(FIELD.emailInvalid),
    password: newPassword(SIGNUP_PASSWORD_MIN, ACCOUNT_FIELD.signupPasswordShort),
  }),
)

const signupFormFields = () =>
  z.extend(signupFields(), {
    confirmPassword: z.string({ error: ACCOUNT_FIELD.passwordsDiffer }),
    termsAgreed: z.boolean().check(z.refine((agreed) => agreed, ACCOUNT_FIELD.termsRequired)),
    /** the code; only where one is needed */
    invitation: z.optional(z.string()),
  })

export const signupForm = lazy(() =>
  signupFormFields().check(
    repeated("password", ACCOUNT_FIELD.passwordsDiffer),
    // Two empty fields are the same, and both are wrong.
    z.refine(({ password, confirmPassword }) => `${password}${confirmPassword}` !== "", {
      path: ["confirmPassword"],
      error: ACCOUNT_FIELD.confirmFirstPassword,
    }),
  ),
)

/** A passkey takes the place of the password: what is in its fields does not count. */
export const passkeySignupForm = lazy(() => z.extend(signupFormFields(), { password: z.string() }))

/** To send an email again, to reset a password, to change the sign-in address. */
export const emailForm = lazy(() => z.pick(loginForm(), { email: true }))

const currentPassword = () =>
  z.string({ error: ACCOUNT_FIELD.currentPasswordRequired }).check(minLength(1, ACCOUNT_FIELD.currentPasswordRequired))

/** Before something that cannot be undone. */
export const currentPasswordForm = lazy(() => z.object({ currentPassword: currentPassword() }))

/** To confirm an address in a browser that did not sign up. */
export const accountPasswordForm = lazy(() =>
  z.object({ password: z.string({ error: VERIFY.passwordMissing }).check(minLength(1, VERIFY.passwordMissing)) }),
)

/** Settings: the server verifies the current password. */
export const passwordChangeForm = lazy(() =>
  z
    .object({
      currentPassword: currentPassword(),
      newPassword: changedPassword(ACCOUNT_FIELD.newPasswordShort),
      confirmPassword: z
        .string({ error: ACCOUNT_FIELD.confirmPassword })
        .check(minLength(CHANGED_PASSWORD_MIN, ACCOUNT_FIELD.confirmPassword)),
    })
    .check(repeated("newPassword", ACCOUNT_FIELD.passwordsDiffer)),
)

/** The reset page has its own sentences; so has a first password in the settings. */
export const resetForm = lazy(() =>
  z
    .object({
      newPassword: changedPassword(ACCOUNT_FIELD.resetPasswordShort),
      confirmPassword: z.string({ error: ACCOUNT_FIELD.resetPasswordsDiffer }),
    })
    .check(repeated("newPassword", ACCOUNT_FIELD.resetPasswordsDiffer)),
)

/** The code of an authenticator app; some show it with a gap. */
export const codeForm = lazy(() =>
  z.object({
    code: z.pipe(
      z.pipe(
        z.string({ error: FACTOR.codeMissing }),
        // Keyboards for Japanese type full-width digits.
        z.transform((typed) => typed.normalize("NFKC").replace(/\s/g, "")),
      ),
      z.string().check(exactLength(TOTP_DIGITS, FACTOR.codeMissing), z.regex(/^\d*$/, FACTOR.codeMissing)),
    ),
  }),
)

export const recoveryCodeForm = lazy(() =>
  z.object({
    code: z.pipe(text(FACTOR.recoveryCodeMissing), z.string().check(minLength(1, FACTOR.recoveryCodeMissing))),
  }),
)

/** A report: the reason, and optionally a few words. */
export const reportFields = lazy(() =>
  z.object({
    reason: z.enum(REPORT_REASONS, { error: MODERATION.reasonMissing }),
    detail: z.optional(shortText(REPORT_DETAIL_MAX, manyLines)),
  }),
)

export const reportForm = lazy(() => z.extend(reportFields(), { username: shortText(FIELD_MAX.url) }))

/** Only reports that the moderator has seen are dismissed. */
export const dismissForm = lazy(() =>
  z.object({
    seen_until: z.pipe(
      z.iso.datetime({ error: GENERAL.badRequest }),
      z.transform((text) => new Date(text)),
    ),
  }),
)

export type ReportForm = z.infer<ReturnType<typeof reportForm>>
export type SignupForm = z.infer<ReturnType<typeof signupForm>>

/** For the browser, which loads the schemas and their library together. */
export function check<Output, Input>(
  schema: z.ZodMiniType<Output, Input>,
  values: unknown,
): { value: Output } | { fields: Record<string, string> } {
  const parsed = z.safeParse(schema, values)
  return parsed.success ? { value: parsed.data } : { fields: fieldErrors(parsed.error) }
}

/** The first sentence per field, for a form or for an answer's `fields`; keys are dotted paths. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join(".")] ??= issue.message
  return fields
}
