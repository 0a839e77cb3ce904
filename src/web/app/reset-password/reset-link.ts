// The link of the reset email (specification sections 4 and 8): read once, removed from the address bar before anything else loads, then
// checked. It opens a session of its own, separate from the signed-in one, for this tab only, which can set a new password.
import {
  type AuthError,
  GoTrueClient,
  isAuthApiError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
} from "@supabase/auth-js"
import { RESET } from "../../../domain/account/reset-messages.ts"
import { authErrorMessage } from "../../session/auth-client.ts"
import { isRefused, networkErrorMessage } from "../../session/fetch-with-proofs.ts"
import { isPasswordReset, SESSION_KEY, startPasswordReset } from "../../session/storage.ts"

const LINK = `${SESSION_KEY}-link`

/** Runs inline at the top of the page (root.tsx), before any other file is requested. */
export const HIDE_LINK = `try{let q=location.search;if(q){sessionStorage.setItem("${LINK}",q);history.replaceState(history.state,"",location.pathname)}}catch{}`

export type LinkCheck =
  | { state: "ready"; email: string }
  | { state: "refused"; message: string }
  /** the server could not be reached; the link may still work */
  | { state: "unchecked"; problem: string }

function takeQuery(): URLSearchParams {
  const query = sessionStorage.getItem(LINK) ?? location.search
  sessionStorage.removeItem(LINK)
  if (location.search !== "") history.replaceState(history.state, "", location.pathname)
  return new URLSearchParams(query)
}

let query: URLSearchParams | undefined
let check: Promise<LinkCheck> | undefined

/** One check per link, however often the page renders. `again` asks the server once more. */
export function checkLink(again = false): Promise<LinkCheck> {
  query ??= takeQuery()
  if (again) check = undefined
  check ??= checkQuery(query)
  return check
}

/** Allows this page to check another link. */
export function forgetLink(): void {
  query = undefined
  check = undefined
  unanswered = null
}

async function checkQuery(params: URLSearchParams): Promise<LinkCheck> {
  const code = params.get("error_code")
  if (params.has("error") || code !== null)
    return { state: "refused", message: code === "otp_expired" ? RESET.expired : RESET.invalidOrExpired }
  const access_token = params.get("access_token")
  const refresh_token = params.get("refresh_token")
  if (params.get("type") !== "recovery" || !access_token || !refresh_token)
    return (params.size === 0 && (await keptSession())) || { state: "refused", message: RESET.invalid }
  // From here on, no one counts as signed in, even while the server has not answered yet.
  startPasswordReset()
  const { data, error } = await resetClient().setSession({ access_token, refresh_token })
  if (error === null) return { state: "ready", email: data.user?.email ?? "" }
  if (isRefused(error) || isAuthSessionMissingError(error)) return { state: "refused", message: RESET.invalidOrExpired }
  return { state: "unchecked", problem: networkErrorMessage(error.status ?? 0) }
}

/** After a reload, when the address no longer has the tokens. Null when there is none. */
async function keptSession(): Promise<LinkCheck | null> {
  if (!isPasswordReset()) return null
  const { data } = await resetClient().getSession()
  return data.session && { state: "ready", email: data.session.user.email ?? "" }
}

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

type ResetFailure = { noSession: true } | { noSession: false; message: string; isWeak: boolean }

/** Sent without an answer: if it was set, only the answer was lost, and the session is over. */
let unanswered: string | null = null

/** Null when the password is set; the server has then ended every session of this user, including this one. */
export async function setNewPassword(password: string): Promise<ResetFailure | null> {
  if (!isPasswordReset()) return { noSession: true }
  const { error } = await resetClient().updateUser({ password })
  if (error === null) return null
  if (isSessionOver(error)) return unanswered === password ? null : { noSession: true }
  const isWeak = isAuthWeakPasswordError(error)
  const isAnswered = isWeak || isAuthApiError(error)
  if (!isAnswered) unanswered = password
  return { noSession: false, message: isAnswered ? authErrorMessage(error, RESET.failed) : RESET.failed, isWeak }
}

/** An expired access token is refreshed first, so the refresh may be what finds no session. */
const isSessionOver = (error: AuthError): boolean =>
  isAuthSessionMissingError(error) ||
  error.code === "refresh_token_not_found" ||
  error.code === "refresh_token_already_used"
