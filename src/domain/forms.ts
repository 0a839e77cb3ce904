// Every validation rule of the specification's section 5, once: the forms and the server read the same schemas.
import * as z from "zod/mini"
import {
  EMAIL_MAX,
  FIELD_MAX,
  FULL_NAME_MIN,
  LOGIN_PASSWORD_MIN,
  PASSWORD_MAX,
  SIGNUP_PASSWORD_MIN,
  USERNAME_MAX,
  USERNAME_MIN,
} from "./limits.ts"
import { httpUrl } from "./links.ts"
import { FIELD } from "./messages.ts"
import { isReservedName, isUuid } from "./paths.ts"
import { NETWORKS, type Network } from "./profile.ts"

const emailAddress = (message: string) =>
  z.pipe(
    z.pipe(
      z.string({ error: message }),
      z.transform((text) => text.trim()),
    ),
    z.email({ error: message }).check(z.maxLength(EMAIL_MAX, message)),
  )

export const username = z.string({ error: FIELD.usernameShort }).check(
  z.minLength(USERNAME_MIN, FIELD.usernameShort),
  z.maxLength(USERNAME_MAX, FIELD.usernameLong),
  z.regex(/^[a-z0-9_-]+$/, FIELD.usernameCharacters),
  z.refine((name) => !isReservedName(name) && !isUuid(name), FIELD.usernameReserved),
)

const trimmed = (max: number) =>
  z.pipe(
    z.pipe(
      z.string({ error: FIELD.tooLong }),
      z.transform((text) => text.trim()),
    ),
    z.string().check(z.maxLength(max, FIELD.tooLong)),
  )

const personName = (message: string) =>
  z.pipe(
    z.pipe(
      z.string({ error: message }),
      z.transform((text) => text.trim()),
    ),
    z.string().check(z.minLength(FULL_NAME_MIN, message), z.maxLength(FIELD_MAX.full_name, FIELD.tooLong)),
  )

const newPassword = (min: number, message: string) =>
  z.string({ error: message }).check(z.minLength(min, message), z.maxLength(PASSWORD_MAX, FIELD.tooLong))

export const loginForm = z.object({
  email: emailAddress(FIELD.emailInvalid),
  password: z
    .string({ error: FIELD.loginPasswordShort })
    .check(z.minLength(LOGIN_PASSWORD_MIN, FIELD.loginPasswordShort)),
})

/** What the server needs of a sign-up; the form adds the confirmation and the terms. */
export const signupFields = z.object({
  username,
  fullName: personName(FIELD.fullNameShort),
  email: emailAddress(FIELD.emailInvalid),
  password: newPassword(SIGNUP_PASSWORD_MIN, FIELD.signupPasswordShort),
})

export const signupForm = z
  .extend(signupFields, {
    confirmPassword: z.string({ error: FIELD.passwordsDiffer }),
    termsAgreed: z.boolean().check(z.refine((agreed) => agreed, FIELD.termsRequired)),
  })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      path: ["confirmPassword"],
      error: FIELD.passwordsDiffer,
    }),
  )

/** An http(s) address, or empty. */
const link = z.pipe(
  z.pipe(
    z.string({ error: FIELD.urlInvalid }),
    z.transform((text) => text.trim()),
  ),
  z.string().check(
    z.maxLength(FIELD_MAX.url, FIELD.tooLong),
    z.refine((text) => text === "" || httpUrl(text) !== null, FIELD.urlInvalid),
  ),
)

const socialFields = Object.fromEntries(NETWORKS.map((network) => [network, link])) as Record<Network, typeof link>

const contactEmail = z.pipe(
  z.pipe(
    z.string({ error: FIELD.contactEmailInvalid }),
    z.transform((text) => text.trim()),
  ),
  z.union([z.literal(""), z.email().check(z.maxLength(EMAIL_MAX))], { error: FIELD.contactEmailInvalid }),
)

const profileFields = {
  full_name: personName(FIELD.nameRequired),
  job_title: trimmed(FIELD_MAX.job_title),
  business_name: trimmed(FIELD_MAX.business_name),
  business_phone: trimmed(FIELD_MAX.business_phone),
  email: contactEmail,
  address: trimmed(FIELD_MAX.address),
  bio: trimmed(FIELD_MAX.bio),
}

/** The edit form keeps social links as flat fields (specification section 3). */
export const profileForm = z.object({ ...profileFields, website: link, ...socialFields })

/** What is saved: the same fields with the links grouped under social_media. */
export const profilePayload = z.object({
  ...profileFields,
  social_media: z.strictObject({ website: z.optional(link), ...optionalLinks() }),
})

function optionalLinks() {
  return Object.fromEntries(NETWORKS.map((network) => [network, z.optional(link)])) as Record<
    Network,
    z.ZodMiniOptional<typeof link>
  >
}

export type LoginForm = z.infer<typeof loginForm>
export type SignupForm = z.infer<typeof signupForm>
export type SignupFields = z.infer<typeof signupFields>
export type ProfileForm = z.infer<typeof profileForm>
export type ProfilePayload = z.infer<typeof profilePayload>

/** The first sentence per field, for a form or for an answer's `fields`; keys are dotted paths. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join(".")] ??= issue.message
  return fields
}
