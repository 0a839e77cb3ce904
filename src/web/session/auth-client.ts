// The official Supabase Auth client in the browser: it stores and refreshes the session, and shares it between tabs. Also our own
// calls below /auth/v1, and the sentences for its errors.
import type { AuthChangeEvent, AuthError, GoTrueClient, Session } from "@supabase/auth-js"
import { ACCOUNT, FACTOR, PROTOCOL_FACTOR, PROTOCOL_LIMIT } from "../../domain/account/account-messages.ts"
import { AUTH, GENERAL } from "../../domain/messages.ts"
import {
  confirmIdentity,
  detailsOf,
  fetchWithProofs,
  networkErrorMessage,
  STEP_UP_NEEDED,
} from "./fetch-with-proofs.ts"
import { REFRESH_MARGIN_MS, SESSION_KEY } from "./storage.ts"

let loading: Promise<GoTrueClient> | null = null
let onAuthEvent: (event: AuthChangeEvent, session: Session | null) => void = () => undefined
let endSession: () => void = () => undefined

/**
 * @param listener gets every event of the session, once the client is loaded
 * @param ended called when the server no longer knows the session
 */
export function followAuth(listener: typeof onAuthEvent, ended: typeof endSession): void {
  onAuthEvent = listener
  endSession = ended
}

/** Once loaded, the client refreshes the session and tells what other tabs do. */
export const isAuthLoaded = (): boolean => loading !== null

/** One per page, and only when something needs it: it is a seventh of all script. A session that is still fresh does not need it. */
async function create(): Promise<GoTrueClient> {
  const { GoTrueClient } = await import("@supabase/auth-js")
  const client = new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    storageKey: SESSION_KEY,
    flowType: "implicit",
    detectSessionInUrl: false,
    autoRefreshToken: true,
    persistSession: true,
    fetch: askOurServer,
  })
  client.onAuthStateChange(onAuthEvent)
  return client
}

/** The `fetch` of the auth client. It shows the message of the error thrown here, and tries again later. */
export async function askOurServer(...sent: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetchWithProofs(...sent).catch(() => null)
  if (response !== null && (await isFromOurServer(response))) return response
  throw new Error(networkErrorMessage(response?.status ?? 0))
}

/** Our server answers in JSON, and gives a refusal a code. */
async function isFromOurServer(response: Response): Promise<boolean> {
  if (response.status === 204) return true
  const details = await detailsOf(response)
  return response.ok ? details !== null : typeof details?.code === "string"
}

/**
 * Whether the person has confirmed their identity because a refusal wants it. If so, everything that was refused has to begin again:
 * meanwhile the tokens may have been replaced, and the client would store those from before.
 */
export async function isConfirmed(code: unknown): Promise<boolean> {
  const ownerOf = () => freshSession(0)?.user.id
  const owner = ownerOf()
  // Another tab may have signed in someone else.
  return code === STEP_UP_NEEDED && (await confirmIdentity()) && ownerOf() === owner
}

function load(): Promise<GoTrueClient> {
  loading ??= create().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

const NOT_LOADED = { data: { session: null, user: null }, error: { name: "AuthNotLoaded", message: GENERAL.offline } }

/** If the client cannot be loaded, the answer is an error like one of its own. */
export async function withAuth<Answer extends { error: unknown }>(
  act: (client: GoTrueClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await load().catch(() => null)
  if (client === null) return NOT_LOADED as unknown as Answer
  // The client goes by this device's clock. If that is behind, it would send a token that is over.
  if (freshSession() === null && freshSession(Date.now() + REFRESH_MARGIN_MS)) {
    const { error } = await client.refreshSession()
    // An answer whose time cannot be right must not carry the session on again and again.
    if (error === null && freshSession() === null) ahead = null
  }
  const before = localStorage.getItem(SESSION_KEY)
  const answer = await act(client)
  const { error } = answer
  // A new sign-in may have happened in between.
  if (isAuthError(error) && error.message === SESSION_MISSING && before === localStorage.getItem(SESSION_KEY))
    endSession()
  return isAuthError(error) && (await isConfirmed(error.code)) ? withAuth(act) : answer
}

/** The client's own words, without a code. */
const SESSION_MISSING = "Auth session missing!"

type Answer<Body> = { ok: true; body: Body } | { ok: false; status: number; code: string; message: string }

/** Our additions to the protocol's routes, which are there because the cookies of links and passkeys are sent nowhere else. */
export async function postToAuth<Body>(path: string, json: unknown): Promise<Answer<Body>> {
  try {
    const answer = await askOurServer(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(json),
    })
    const body = await answer.json()
    return answer.ok ? { ok: true, body } : { ok: false, status: answer.status, code: body.code, message: body.message }
  } catch (error) {
    return { ok: false, status: 0, code: "", message: error instanceof Error ? error.message : networkErrorMessage(0) }
  }
}

/** By how many milliseconds the server's clock is ahead of this device's; null when its answers cannot be right about that. */
let ahead: number | null = 0

/** When our server answered, by its clock, in milliseconds; 0 when it does not say. */
export const serverTimeOf = ({ headers }: Response): number => Date.parse(`${headers.get("date")}`) || 0

/** @param response of our server, just received */
export function noteServerTime(response: Response): void {
  if (ahead !== null) ahead = Math.max(0, serverTimeOf(response) - Date.now())
}

/**
 * The stored session while its access token is valid for a while; the client would refresh any other.
 * @param until a moment at which the token is still valid; 0: whether or not it is
 */
export function freshSession(until = Date.now() + (ahead ?? 0) + REFRESH_MARGIN_MS): Session | null {
  try {
    const session: Session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "null")
    const isWhole = Boolean(session?.access_token && session.refresh_token && session.user?.id)
    return isWhole && (session.expires_at ?? 0) * 1000 > until ? session : null
  } catch {
    return null
  }
}

/** Refreshed first, if it expires soon. Null also when it cannot be refreshed now. */
export const currentSession = async (): Promise<Session | null> =>
  freshSession() ?? (await withAuth((client) => client.getSession())).data.session

/** What the client threw or returned, without loading it. */
export const isAuthError = (error: unknown): error is AuthError =>
  typeof error === "object" && error !== null && ("__isAuthError" in error || error === NOT_LOADED.error)

/** By the text of the message, because these codes have other reasons too. */
const BY_MESSAGE: ReadonlyMap<string, string> = new Map([
  [PROTOCOL_FACTOR.codeWrong, FACTOR.codeWrong],
  [PROTOCOL_LIMIT.requests, GENERAL.tooMany],
  [PROTOCOL_LIMIT.emails, GENERAL.tooManyMails],
  [SESSION_MISSING, ACCOUNT.sessionGone],
])

const BY_CODE: ReadonlyMap<string | undefined, string> = new Map([
  ["no_authorization", GENERAL.signInFirst],
  ["bad_jwt", ACCOUNT.sessionGone],
  ["session_not_found", ACCOUNT.sessionGone],
  ["over_email_send_rate_limit", ACCOUNT.tooManyMails],
  ["insufficient_aal", FACTOR.needed],
  ["mfa_factor_not_found", FACTOR.unknown],
  ["mfa_factor_name_conflict", FACTOR.nameTaken],
  ["mfa_challenge_expired", FACTOR.challengeExpired],
  ["too_many_enrolled_mfa_factors", FACTOR.tooMany],
])

/**
 * The message for people when the client fails. The server answers it in the auth protocol's words, which are meant for programs;
 * ours replace the ones that are not fit for people.
 * @param otherwise the message if the error has none
 */
export const authErrorMessage = (
  { code, message }: { code?: string | undefined; message: string },
  otherwise: string = AUTH.unknown,
): string => BY_MESSAGE.get(message) ?? BY_CODE.get(code) ?? (message || otherwise)
