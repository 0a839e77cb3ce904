// Every validation rule of the specification's section 5, once: forms and server use the same schemas. A schema is created when
// it is first used, because a page is shown before there is anything to check.
import * as z from "zod/mini"
import { FACTOR, VERIFY } from "./account/account-messages.ts"
import { isEmailAddress } from "./account/email-address.ts"
import { lazy } from "./lazy.ts"
import {
  CHANGED_PASSWORD_MIN,
  FIELD_MAX,
  FULL_NAME_MIN,
  LOGIN_PASSWORD_MIN,
  PASSWORD_MAX,
  PROFILE_ITEMS_MAX,
  REPORT_DETAIL_MAX,
  SIGNUP_PASSWORD_MIN,
  TOTP_DIGITS,
  USERNAME_MAX,
  USERNAME_MIN,
} from "./limits.ts"
import { FIELD, GENERAL, ITEM } from "./messages.ts"
import { MODERATION } from "./moderation/moderation-messages.ts"
import { REPORT_REASONS } from "./moderation/report.ts"
import { isReservedName, isUuid } from "./paths.ts"
import { ACCENTS } from "./profile/accent.ts"
import { ITEM_KINDS, itemValue, type ProfileItem } from "./profile/items.ts"
import { NETWORKS, type Network } from "./profile/links.ts"
import { lookSchema, type SocialMedia } from "./profile/profile.ts"
import { SERVICE_KEYS } from "./profile/services.ts"
import { isLink } from "./profile/typed-links.ts"
import { CHOOSABLE_FIELDS, PLACES } from "./profile/visibility.ts"
import { exactLength, maxLength, minLength, onceFine } from "./text/text-length.ts"
import { manyLines, nameProblem, oneLine } from "./text/visible-text.ts"

/** Text that can be stored: trimmed, without NUL and lone surrogates (the database refuses both). */
const text = (wrongType: string) =>
  z.pipe(
    z.string({ error: wrongType }),
    z.transform((typed) => typed.toWellFormed().replaceAll("\0", "").trim()),
  )

const emailAddress = (message: string) => z.pipe(text(message), z.string().check(z.refine(isEmailAddress, message)))

const username = () =>
  z
    .string({ error: FIELD.usernameShort })
    .check(
      minLength(USERNAME_MIN, FIELD.usernameShort),
      maxLength(USERNAME_MAX, FIELD.usernameLong),
      onceFine(z.regex(/^[a-z0-9_-]+$/, FIELD.usernameCharacters)),
      onceFine(z.refine((name) => !isReservedName(name) && !isUuid(name), FIELD.usernameReserved)),
    )

/** @param clean from visible-text.ts: one line or many */
export const shortText = (max: number, clean = oneLine) =>
  z.pipe(z.pipe(text(FIELD.notText), z.transform(clean)), z.string().check(maxLength(max, FIELD.tooLong)))

/** @param short the form's sentence for a name with too few visible characters */
export const personName = (short: string) => {
  const sentences = { short, characters: FIELD.nameCharacters, marks: FIELD.nameMarks }
  const readable = z.superRefine<string>((name, context) => {
    const problem = nameProblem(name, FULL_NAME_MIN)
    if (problem !== null) context.addIssue({ code: "custom", message: sentences[problem], input: name })
  })
  return z.pipe(text(short), z.string().check(maxLength(FIELD_MAX.full_name, FIELD.tooLong), onceFine(readable)))
}

const newPassword = (min: number, message: string) =>
  z.string({ error: message }).check(minLength(min, message), maxLength(PASSWORD_MAX, FIELD.tooLong))

/** `sentence` is the specification's, for fewer characters than its own limit. Between that and our limit, sign-up's sentence is used. */
const changedPassword = (sentence: string) =>
  newPassword(CHANGED_PASSWORD_MIN, sentence).check(minLength(SIGNUP_PASSWORD_MIN, FIELD.signupPasswordShort))

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
      .string({ error: FIELD.loginPasswordShort })
      .check(minLength(LOGIN_PASSWORD_MIN, FIELD.loginPasswordShort)),
  }),
)

/** What the server needs of a sign-up; the form adds the confirmation and the terms. */
export const signupFields = lazy(() =>
  z.object({
    username: username(),
    fullName: personName(FIELD.fullNameShort),
    email: emailAddress(FIELD.emailInvalid),
    password: newPassword(SIGNUP_PASSWORD_MIN, FIELD.signupPasswordShort),
  }),
)

const signupFormFields = () =>
  z.extend(signupFields(), {
    confirmPassword: z.string({ error: FIELD.passwordsDiffer }),
    termsAgreed: z.boolean().check(z.refine((agreed) => agreed, FIELD.termsRequired)),
    /** the code; only where one is needed */
    invitation: z.optional(z.string()),
  })

export const signupForm = lazy(() => signupFormFields().check(repeated("password", FIELD.passwordsDiffer)))

/** A passkey takes the place of the password: what is in its fields does not count. */
export const passkeySignupForm = lazy(() => z.extend(signupFormFields(), { password: z.string() }))

/** To send an email again, to reset a password, to change the sign-in address. */
export const emailForm = lazy(() => z.pick(loginForm(), { email: true }))

const currentPassword = () =>
  z.string({ error: FIELD.currentPasswordRequired }).check(minLength(1, FIELD.currentPasswordRequired))

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
      newPassword: changedPassword(FIELD.newPasswordShort),
      confirmPassword: z
        .string({ error: FIELD.confirmPassword })
        .check(minLength(CHANGED_PASSWORD_MIN, FIELD.confirmPassword)),
    })
    .check(repeated("newPassword", FIELD.passwordsDiffer)),
)

/** The reset page has its own sentences; so has a first password in the settings. */
export const resetForm = lazy(() =>
  z
    .object({
      newPassword: changedPassword(FIELD.resetPasswordShort),
      confirmPassword: z.string({ error: FIELD.resetPasswordsDiffer }),
    })
    .check(repeated("newPassword", FIELD.resetPasswordsDiffer)),
)

/** The code of an authenticator app; some show it with a gap. */
export const codeForm = lazy(() =>
  z.object({
    code: z.pipe(
      z.pipe(
        z.string({ error: FACTOR.codeMissing }),
        z.transform((typed) => typed.replace(/\s/g, "")),
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

/** An http(s) address, or empty. */
const link = () =>
  z.pipe(
    text(FIELD.urlInvalid),
    z
      .string()
      .check(
        maxLength(FIELD_MAX.url, FIELD.tooLong),
        onceFine(z.refine((typed) => typed === "" || isLink(typed), FIELD.urlInvalid)),
      ),
  )

const links = <Shape>(shape: Shape): Record<Network | "website", Shape> =>
  Object.fromEntries(["website", ...NETWORKS].map((key) => [key, shape])) as Record<Network | "website", Shape>

const contactEmail = () =>
  z.pipe(
    text(FIELD.contactEmailInvalid),
    z.string().check(z.refine((typed) => typed === "" || isEmailAddress(typed), FIELD.contactEmailInvalid)),
  )

const profileName = () => personName(FIELD.nameRequired)

const otherFields = () => ({
  job_title: shortText(FIELD_MAX.job_title),
  business_name: shortText(FIELD_MAX.business_name),
  business_phone: shortText(FIELD_MAX.business_phone),
  email: contactEmail(),
  address: shortText(FIELD_MAX.address, manyLines),
  bio: shortText(FIELD_MAX.bio, manyLines),
  accent: z.enum(["", ...ACCENTS], { error: FIELD.accentUnknown }),
})

const profileItem = () =>
  z.pipe(
    z.strictObject(
      {
        kind: z.enum(ITEM_KINDS, { error: ITEM.invalid }),
        label: shortText(FIELD_MAX.item_label),
        value: text(FIELD.notText),
        service: z.enum(["", ...SERVICE_KEYS], { error: ITEM.invalid }),
        on_page: z.boolean({ error: ITEM.invalid }),
        in_contact: z.boolean({ error: ITEM.invalid }),
      },
      { error: ITEM.invalid },
    ),
    z.transform((typed, context): ProfileItem => {
      const result = itemValue(typed.kind, typed.value, typed.service)
      if (!("problem" in result)) return { ...typed, ...result }
      context.issues.push({ code: "custom", message: result.problem, input: typed.value, path: ["value"] })
      return z.NEVER
    }),
  )

/** What an owner decides beyond the specification's fields. */
const ownChoices = () => ({
  profile_items: z
    .array(profileItem(), { error: ITEM.invalid })
    .check(z.refine((items) => items.length <= PROFILE_ITEMS_MAX, ITEM.tooMany)),
  field_visibility: z.partialRecord(z.enum(CHOOSABLE_FIELDS), z.enum([...PLACES, "none"]), { error: ITEM.invalid }),
  is_indexed: z.boolean({ error: ITEM.invalid }),
  takes_details: z.boolean({ error: ITEM.invalid }),
  look: z.strictObject(lookSchema.shape, { error: FIELD.lookUnknown }),
})

/** The edit form keeps social links as flat fields (specification section 3). */
export const profileForm = lazy(() =>
  z.object({ full_name: profileName(), ...otherFields(), ...links(link()), ...ownChoices() }),
)

const socialMedia = () =>
  z.pipe(
    z.strictObject(links(z.optional(link())), { error: FIELD.urlInvalid }),
    z.transform(
      (given): SocialMedia =>
        Object.fromEntries(Object.entries(given).filter(([, address]) => address !== undefined && address !== "")),
    ),
  )

/**
 * What is saved: the same fields with the links grouped under social_media, empty ones dropped.
 * A field that is not given stays as it is; any other key of the body (id, username, roles …) is not read.
 */
export const profilePayload = lazy(() =>
  z.extend(z.partial(z.object({ ...otherFields(), ...ownChoices() })), {
    full_name: profileName(),
    social_media: z.optional(socialMedia()),
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
export type ProfileForm = z.infer<ReturnType<typeof profileForm>>
export type ProfilePayload = z.infer<ReturnType<typeof profilePayload>>

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
