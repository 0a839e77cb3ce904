// Uses up the one-time link in a hash fragment: `#token_hash=…&type=signup`. Any other text in it is not shown: anyone can write such a link.
import { SETTINGS } from "../../../domain/account/settings-messages.ts"
import { VERIFY } from "../../../domain/account/sign-up-messages.ts"
import { AUTH } from "../../../domain/messages.ts"
import { authErrorMessage, postToAuth, withAuth } from "../../session/auth-client.ts"
import { isRefused, networkErrorMessage } from "../../session/fetch-with-proofs.ts"
import { choosePasskey } from "../../session/passkeys.ts"
import { rememberLoginEmail } from "../../session/storage.ts"

interface EmailLink {
  token_hash: string
  type: "signup" | "email" | "email_change"
}

/** The account of the link. */
interface LinkFacts {
  email: string
  /** null for an account without a profile */
  username: string | null
  created_at: string
  needs_password: boolean
  /** false: it has to be a passkey */
  has_password: boolean
}

interface Result {
  /** unchecked: the server could not be reached; the link may still work */
  state: "success" | "error" | "unchecked"
  /** of a changed sign-in address, not of a sign-up */
  isChange: boolean
  /** of a toast */
  title: string
  message: string
}

/** Another browser asked for the email: the password of the account, or its passkey, is needed. */
export interface Asking {
  state: "asking"
  isChange: boolean
  link: EmailLink
  facts: LinkFacts
}

export type Verification = Result | Asking

const INVALID = "The link may have expired or be invalid."
/** A link works once, so rendering twice must not use it twice. */
const asked = new Map<string, Promise<Verification>>()

/** @param again asks the server once more */
export function verifyOnce(hash: string, again = false): Promise<Verification> {
  const known = asked.get(hash)
  if (known && !again) return known
  const answer = verify(new URLSearchParams(hash.slice(1)))
  asked.set(hash, answer)
  return answer
}

async function verify(params: URLSearchParams): Promise<Verification> {
  const token_hash = params.get("token_hash")
  const type = params.get("type")
  const isChange = type === "email_change"
  if (token_hash === null || (type !== "signup" && type !== "email" && !isChange)) return failed(isChange)
  const link: EmailLink = { token_hash, type }
  const found = await postToAuth<LinkFacts>("/auth/v1/verify/link", link)
  if (!found.ok) return problem(found, isChange)
  if (found.body.needs_password) return { state: "asking", isChange, link, facts: found.body }
  const { error } = await withAuth((client) => client.verifyOtp(link))
  return error === null ? confirmed(found.body, isChange) : problem(error, isChange)
}

const failed = (isChange: boolean): Result => ({
  state: "error",
  isChange,
  title: isChange ? AUTH.emailUpdateFailed : AUTH.verificationFailed,
  message: INVALID,
})

function problem(answer: { status?: number | undefined }, isChange: boolean): Result {
  if (isRefused(answer)) return failed(isChange)
  const title = isChange ? AUTH.emailUpdateFailed : AUTH.verificationError
  return { state: "unchecked", isChange, title, message: networkErrorMessage(answer.status ?? 0) }
}

async function confirmed({ email }: LinkFacts, isChange: boolean): Promise<Result> {
  rememberLoginEmail(email)
  if (!isChange) return { state: "success", isChange, title: AUTH.emailVerified, message: "You can now sign in." }
  // The current session, if any, still has the old address.
  const { data } = await withAuth((client) => client.getSession())
  if (data.session) await withAuth((client) => client.refreshSession())
  const message = "From now on, sign in with your new address."
  return { state: "success", isChange, title: SETTINGS.emailUpdated, message }
}

/** @returns the result of the link, or the message next to the field while the link still works */
export async function confirmByPassword({ link, facts, isChange }: Asking, password: string) {
  const { error } = await withAuth((client) => client.verifyOtp({ ...link, ...{ password } }))
  if (error === null) return confirmed(facts, isChange)
  if (error.code === "otp_expired") return failed(isChange)
  return error.code === "invalid_credentials" ? VERIFY.passwordWrong : authErrorMessage(error)
}

/** For an account without a password. @returns as confirming by password */
export async function confirmByPasskey({ link, facts, isChange }: Asking) {
  const chosen = await choosePasskey()
  if (typeof chosen === "string") return chosen
  const { challengeId: challenge_id, credential } = chosen
  const answer = await postToAuth("/auth/v1/passkeys/email-confirmation", { ...link, challenge_id, credential })
  if (answer.ok) return confirmed(facts, isChange)
  if (answer.code === "otp_expired") return failed(isChange)
  return answer.code === "webauthn_verification_failed" ? VERIFY.passkeyWrong : authErrorMessage(answer)
}

/** "It was not me". @returns null when it is done, or the result of the link, or a message */
export async function decline({ link, isChange }: Asking): Promise<null | Result | string> {
  const answer = await postToAuth("/auth/v1/verify/decline", link)
  if (answer.ok) return null
  return answer.code === "otp_expired" ? failed(isChange) : authErrorMessage(answer)
}
