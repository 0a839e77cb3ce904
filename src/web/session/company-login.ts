// The company's login in the browser: to the provider and back. The client keeps the PKCE secret in this tab.
import type { GoTrueClient } from "@supabase/auth-js"
import { ACCOUNT } from "../../domain/account/account-messages.ts"
import { COMPANY_LOGIN } from "../../domain/account/company-login-messages.ts"
import { AUTH, GENERAL } from "../../domain/messages.ts"
import { showToast } from "../ui/feedback/toast-manager.ts"
import { askOurServer, authErrorMessage, isConfirmed, withAuth } from "./auth-client.ts"
import { loginPath, withReturn } from "./return-path.ts"
import { setSignInProgress } from "./session-store.ts"
import { clearAuthStorage, SESSION_KEY } from "./storage.ts"

const TRAVEL_KEY = `${SESSION_KEY}-company`

let traveler: GoTrueClient | undefined

/** The client of the site expects no code in an address (specification section 4); this one does, and keeps no session. */
async function travelClient(): Promise<GoTrueClient> {
  if (traveler !== undefined) return traveler
  const { GoTrueClient } = await import("@supabase/auth-js")
  traveler = new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    storageKey: TRAVEL_KEY,
    storage: sessionStorage,
    flowType: "pkce",
    detectSessionInUrl: false,
    autoRefreshToken: false,
    persistSession: true,
    fetch: askOurServer,
  })
  return traveler
}

function forgetTravel(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(TRAVEL_KEY)) sessionStorage.removeItem(key)
}

/** Leaves the page. @param search of the login page, which says where to go afterwards @returns a message if it did not work */
export async function leaveForCompany(id: string, search: string): Promise<string | null> {
  setSignInProgress("company")
  // As a sign-in by password begins: an old session ends first.
  await withAuth((client) => client.signOut({ scope: "global" })).catch(() => undefined)
  clearAuthStorage()
  const redirectTo = location.origin + withReturn("/login", search)
  // The type lists the providers of a hosted service.
  const { error } = await (await travelClient()).signInWithOAuth({
    provider: id as "keycloak",
    options: { redirectTo },
  })
  if (error === null) return null
  setSignInProgress(null)
  return authErrorMessage(error)
}

/** Back from the company. @returns null when signed in, perhaps with a code still to come; or a message */
export async function arriveFromCompany(code: string): Promise<string | null> {
  setSignInProgress("company")
  const { data, error } = await (await travelClient()).exchangeCodeForSession(code)
  forgetTravel()
  const { session } = data
  const kept = session === null ? null : await withAuth((client) => client.setSession(session))
  if (kept?.error === null) return null
  setSignInProgress(null)
  const problem = error ?? kept?.error
  return problem?.name === "AuthPKCECodeVerifierMissingError" || !problem
    ? COMPANY_LOGIN.expired
    : (BY_CODE.get(problem.code) ?? authErrorMessage(problem))
}

/** By code: anyone can write a message into an address, and the protocol's own are for programs. */
const BY_CODE: ReadonlyMap<string | undefined, string> = new Map([
  ["bad_oauth_state", COMPANY_LOGIN.expired],
  ["flow_state_not_found", COMPANY_LOGIN.expired],
  ["bad_code_verifier", COMPANY_LOGIN.expired],
  ["company_login_canceled", COMPANY_LOGIN.canceled],
  ["company_login_unavailable", COMPANY_LOGIN.unavailable],
  ["company_login_failed", COMPANY_LOGIN.failed],
  ["company_login_unknown", COMPANY_LOGIN.unknown],
  ["company_login_not_proved", COMPANY_LOGIN.notProved],
  ["company_login_other_person", COMPANY_LOGIN.otherPerson],
  ["identity_already_exists", COMPANY_LOGIN.exists],
  ["session_not_found", ACCOUNT.sessionGone],
  ["too_many_requests", GENERAL.tooMany],
])

/** What the page's address says about the way back; null: nothing. */
export function companyAnswer(search: string): { code: string } | { problem: string } | { done: string } | null {
  const query = new URLSearchParams(search)
  const [code, error, done] = [query.get("code"), query.get("error_code"), query.get("company_login")]
  if (error !== null) return { problem: BY_CODE.get(error) ?? AUTH.unknown }
  if (code !== null) return { code }
  return done === null ? null : { done }
}

/** The address without the answer, which counts once: a reload must not repeat it. */
export function forgetCompanyAnswer(): void {
  const address = new URL(location.href)
  for (const name of ["code", "error", "error_code", "error_description", "company_login"])
    address.searchParams.delete(name)
  history.replaceState(history.state, "", address)
}

/** Back from the company in a session that was open before: connected, proved, or why not. */
export function tellCompanyAnswer(): void {
  const answer = companyAnswer(location.search)
  if (answer === null) return
  forgetCompanyAnswer()
  if ("problem" in answer) showToast({ title: COMPANY_LOGIN.failedTitle, description: answer.problem, tone: "bad" })
  else if ("done" in answer && answer.done === "proved")
    showToast({ title: COMPANY_LOGIN.proved, description: COMPANY_LOGIN.provedDetail, tone: "good" })
  else if ("done" in answer) showToast({ title: COMPANY_LOGIN.connected, tone: "good" })
}

/** @param path of company logins, below those of the account @throws Error with a sentence */
export async function askLogins(path = "", method = "GET"): Promise<Response> {
  const { data } = await withAuth((client) => client.getSession())
  const headers = { authorization: `Bearer ${data.session?.access_token}` }
  const response = await askOurServer(`/auth/v1/user/identities${path}`, { method, headers })
  if (response.ok) return response
  const refusal = await response.json().catch(() => null)
  if (await isConfirmed(refusal?.code)) return askLogins(path, method)
  throw new Error(refusal?.message ?? COMPANY_LOGIN.failed)
}

export interface OwnLogin {
  id: string
  /** its id */
  provider: string
  email: string
  created_at: string
  last_used_at: string
  /** the code with which disconnecting it is refused; null: it may be disconnected */
  kept_because: "company_login_required" | "single_identity_not_deletable" | null
}

export const ownLogins = async (): Promise<OwnLogin[]> => (await (await askLogins()).json()).identities

/**
 * Leaves the page for a proof of the identity, and comes back to it by way of the login page, which tells the answer.
 * @returns a message if it did not work
 */
export async function leaveForProof(id: string): Promise<string | null> {
  const here = loginPath(location.pathname + location.search)
  const query = new URLSearchParams({ provider: id, purpose: "proof", redirect_to: here })
  try {
    const { url } = await (await askLogins(`/authorize?${query}`)).json()
    location.assign(url)
    return null
  } catch (error) {
    return error instanceof TypeError || !(error instanceof Error) ? COMPANY_LOGIN.failed : error.message
  }
}
