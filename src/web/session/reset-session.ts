// The session of a password reset link: separate from the signed-in one, for this tab only, and good for one thing.
import {
  type AuthError,
  GoTrueClient,
  isAuthApiError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
} from "@supabase/auth-js"
import { RESET } from "../../domain/messages.ts"
import { authErrorMessage } from "./auth-error-message.ts"
import { isPasswordReset } from "./flags.ts"
import { isRefused, networkErrorMessage } from "./network-error-message.ts"
import { SESSION_KEY } from "./session-key.ts"

let client: GoTrueClient | undefined

function resetClient(): GoTrueClient {
  client ??= new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    storageKey: `${SESSION_KEY}-reset`,
    storage: sessionStorage,
    flowType: "implicit",
    detectSessionInUrl: false,
    autoRefreshToken: false,
    persistSession: true,
  })
  return client
}

/** `problem`: why it could not be checked */
export type Opened = { email: string } | { problem: string } | "refused"

/** Whether the tokens of a link still open a session that can set a password. */
export async function openResetSession(tokens: { access_token: string; refresh_token: string }): Promise<Opened> {
  const { data, error } = await resetClient().setSession(tokens)
  if (error === null) return { email: data.user?.email ?? "" }
  if (isRefused(error) || isAuthSessionMissingError(error)) return "refused"
  return { problem: networkErrorMessage(error.status ?? 0) }
}

/** After a reload, when the address no longer has the tokens. Null when there is none. */
export async function keptResetSession(): Promise<{ email: string } | null> {
  if (!isPasswordReset()) return null
  const { data } = await resetClient().getSession()
  return data.session && { email: data.session.user.email ?? "" }
}

/** An expired access token is refreshed first, so the refresh may be what finds no session. */
const isSessionOver = (error: AuthError): boolean =>
  isAuthSessionMissingError(error) ||
  error.code === "refresh_token_not_found" ||
  error.code === "refresh_token_already_used"

export type ResetFailure = { noSession: true } | { noSession: false; message: string; isWeak: boolean }

/** Null when the password is set; the server has then ended every session of this user, including this one. */
export async function setNewPassword(password: string): Promise<ResetFailure | null> {
  if (!isPasswordReset()) return { noSession: true }
  const { error } = await resetClient().updateUser({ password })
  if (error === null) return null
  if (isSessionOver(error)) return { noSession: true }
  const isWeak = isAuthWeakPasswordError(error)
  const isAnswered = isWeak || isAuthApiError(error)
  return { noSession: false, message: isAnswered ? authErrorMessage(error, RESET.failed) : RESET.failed, isWeak }
}
