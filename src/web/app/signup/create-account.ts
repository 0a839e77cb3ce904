// Creates an account: first checks that name and address are free, then signs up; problems become the messages of section 8.

import { ACCOUNT_FIELD } from "../../../domain/account/field-messages.ts"
import { PASSKEY } from "../../../domain/account/passkey-messages.ts"
import { SIGNUP } from "../../../domain/account/sign-up-messages.ts"
import type { SignupForm } from "../../../domain/forms.ts"
import { verificationPage } from "../../session/account-actions.ts"
import { ApiError, call } from "../../session/api.ts"
import { authErrorMessage, postToAuth, withAuth } from "../../session/auth-client.ts"

export interface SignupProblem {
  /** shown above the form */
  message: string
  /** the fields it is about, with what stands beside each */
  fields?: Partial<Record<"username" | "email" | "password" | "invitation", string>>
  /** the passkey was canceled, which is no error */
  isCanceled?: boolean
}

const USERNAME_TAKEN: SignupProblem = {
  message: SIGNUP.usernameExists,
  fields: { username: ACCOUNT_FIELD.usernameTaken },
}
const EMAIL_TAKEN: SignupProblem = { message: SIGNUP.emailExists, fields: { email: SIGNUP.emailExists } }
const BOTH_TAKEN: SignupProblem = {
  message: SIGNUP.accountExists,
  fields: { ...USERNAME_TAKEN.fields, ...EMAIL_TAKEN.fields },
}

/** Null when the account was created and the verification email is on its way. */
export async function signUp(form: SignupForm): Promise<SignupProblem | null> {
  const { username, email, password, fullName, invitation } = form
  const taken = await checkAvailability(username, email)
  if (taken !== null) return taken
  const { data, error } = await withAuth((client) =>
    client.signUp({
      email,
      password,
      options: {
        data: { username, full_name: fullName, ...(invitation && { invite: invitation }) },
        emailRedirectTo: verificationPage(),
      },
    }),
  )
  if (error !== null) return problemOf(error.code, authErrorMessage(error, SIGNUP.other))
  // The client reports an answer without a user as an error.
  return data.user?.id === undefined ? { message: SIGNUP.noUser } : null
}

/**
 * The same with a passkey and no password. The server checks the form before the browser makes a passkey.
 * @returns null when the account was created and the verification email is on its way
 */
export async function signUpWithPasskey({
  username,
  email,
  fullName,
  invitation,
}: Omit<SignupForm, "password">): Promise<SignupProblem | null> {
  const form = { email, data: { username, full_name: fullName, ...(invitation && { invite: invitation }) } }
  const refusal = ({ code, message }: { code: string; message: string }) =>
    problemOf(code, authErrorMessage({ code, message }, SIGNUP.other))
  const begun = await postToAuth<Begun>("/auth/v1/passkeys/sign-up/options", form)
  if (!begun.ok) return refusal(begun)
  const { challenge_id, options } = begun.body
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await makePasskey(publicKey).catch(() => null)
  if (credential === null) return { message: PASSKEY.notSignedUp, isCanceled: true }
  const query = new URLSearchParams({ redirect_to: verificationPage() })
  const answer = { ...form, challenge_id, credential }
  const made = await postToAuth(`/auth/v1/passkeys/sign-up/verify?${query}`, answer)
  return made.ok ? null : refusal(made)
}

/** Null or an error when it was canceled, or a password manager made one that cannot be sent. */
async function makePasskey(publicKey: PublicKeyCredentialCreationOptions) {
  const credential = await navigator.credentials.create({ publicKey })
  return credential instanceof PublicKeyCredential ? credential.toJSON() : null
}

interface Begun {
  challenge_id: string
  options: PublicKeyCredentialCreationOptionsJSON
}

async function checkAvailability(username: string, email: string): Promise<SignupProblem | null> {
  try {
    const free = await call("POST /api/availability", { body: { username, email } })
    if (free.username === false && free.email === false) return BOTH_TAKEN
    if (free.username === false) return USERNAME_TAKEN
    if (free.email === false) return EMAIL_TAKEN
    if (free.username === undefined) return { message: SIGNUP.usernameCheckFailed }
    if (free.email === undefined) return { message: SIGNUP.emailCheckFailed }
    return null
  } catch (error) {
    // The messages for too many attempts, a lost connection and a closed sign-up are complete.
    const explains =
      error instanceof ApiError && (error.status === 429 || error.status === 0 || error.code === "signup_disabled")
    if (explains) return { message: error.message }
    return { message: SIGNUP.checkFailed }
  }
}

/** The mapping of section 8: known codes first, then the text of the message. */
export function problemOf(code: string | undefined, message: string): SignupProblem {
  if (code === "username_already_exists") return USERNAME_TAKEN
  if (code === "email_already_exists") return EMAIL_TAKEN
  if (code === "account_already_exists") return { message: SIGNUP.accountExists }
  if (/duplicate key|already exists|already registered|unique constraint/i.test(message)) {
    if (/username/i.test(message)) return USERNAME_TAKEN
    if (/email/i.test(message)) return EMAIL_TAKEN
    return { message: SIGNUP.accountExists }
  }
  if (code === "invitation_required" || code === "invitation_invalid")
    return { message, fields: { invitation: message } }
  if (code === "weak_password") return { message, fields: { password: message } }
  return { message: message || SIGNUP.other }
}
