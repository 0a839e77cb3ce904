// Starts a company login and handles the provider's callback. Each login has its own `state`, which is bound to the browser and works
// once.
import type { CompanyIdentity } from "../../../../domain/account/company-login.ts"
import { COMPANY_LOGIN } from "../../../../domain/account/company-login-messages.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { COMPANY_CODE_MINUTES, COMPANY_LOGIN_MINUTES, REDIRECT_MAX } from "../../../../domain/limits.ts"
import { ownPath } from "../../../../domain/paths.ts"
import { addMinutes } from "../../../../domain/time.ts"
import { perNetwork } from "../../../platform/rate-limits/rate-limits.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import {
  requireCompleteSession,
  requireFullSession,
  requireNoFactor,
  requireRecentProof,
} from "../credentials/step-up.ts"
import { isToken, newToken, sha256 } from "../session/tokens.ts"
import { completeFlow, insertFlow, type LoginFlow, spendState } from "./login-flows-store.ts"
import { connectIdentity, proveByIdentity } from "./own-identities.ts"

export interface Visitor {
  ip: string
  userAgent: string
  /** values of the cookie of the browser that goes to a provider */
  cookies: readonly string[]
}

export interface Wanted {
  provider: string
  redirect_to: string
  code_challenge: string
  code_challenge_method: string
}

/** Where the browser returns if no valid page was asked for. The result is in the query of the page's address. */
export const LOGIN_PAGE = "/login"

/** On this site, whatever is asked for. */
function pageOf(publicOrigin: string, redirectTo: string): string {
  const path = redirectTo.startsWith(`${publicOrigin}/`) ? redirectTo.slice(publicOrigin.length) : redirectTo
  return ownPath(path.length > REDIRECT_MAX ? null : path, LOGIN_PAGE)
}

/** The page with more in its query. */
export function pageWith(publicOrigin: string, page: string, more: Record<string, string>): string {
  const address = new URL(page, publicOrigin)
  for (const [name, value] of Object.entries(more)) address.searchParams.set(name, value)
  return address.href
}

/**
 * For anyone: to sign in.
 * @throws Refusal validation_failed, too_many_requests, company_login_unavailable, company_login_failed
 */
export async function beginSignIn(auth: Auth, wanted: Wanted, visitor: Visitor) {
  if (wanted.code_challenge_method.toLowerCase() !== "s256" || !isToken(wanted.code_challenge))
    throw new Refusal("validation_failed", { message: COMPANY_LOGIN.challengeMissing })
  return leave(auth, wanted, visitor, { purpose: "sign_in", session_id: null, user_id: null })
}

/**
 * For a signed-in person: to connect the account, or to confirm their identity with an account that is connected. A deactivated account
 * only confirms.
 * @throws Refusal forbidden, mfa_required, account_deactivated, reauthentication_needed, and those of signing in
 */
export async function beginForCaller(
  auth: Auth,
  caller: Caller,
  purpose: "connect" | "proof",
  wanted: Wanted,
  visitor: Visitor,
) {
  if (purpose === "connect") {
    requireFullSession(caller)
    requireRecentProof(caller, auth.clock())
  } else {
    // A deactivated account still exports its data and deletes itself, and both need the proof.
    requireCompleteSession(caller)
    requireNoFactor(caller)
  }
  const { session_id, user_id } = caller
  return leave(auth, { ...wanted, code_challenge: "" }, visitor, { purpose, session_id, user_id })
}

/** @returns the provider's address, and the value of the browser's cookie */
async function leave(
  { clock, config, database, limits, providers }: Auth,
  { provider, redirect_to, code_challenge }: Wanted,
  { ip, cookies }: Visitor,
  whose: Pick<LoginFlow, "purpose" | "session_id" | "user_id">,
): Promise<{ address: string; cookie: string }> {
  const settings = providers.find(provider)
  if (settings === undefined) throw new Refusal("company_login_unknown")
  await limits.takeAll([perNetwork(BUDGET.companyLoginPerIp, ip)])
  const now = clock()
  // Keep an existing cookie: logins that were started in other tabs are bound to it.
  const cookie = cookies.find(isToken) ?? newToken()
  const [state, nonce, verifier] = [newToken(), newToken(), newToken()]
  const address = await providers.address(settings, { state, nonce, verifier, again: whose.purpose === "proof" })
  await insertFlow(database.db, {
    state_hash: sha256(state),
    browser_hash: sha256(cookie),
    provider,
    ...whose,
    nonce,
    verifier,
    code_challenge,
    redirect_to: pageOf(config.PUBLIC_ORIGIN, redirect_to),
    created_at: now,
    expires_at: addMinutes(now, COMPANY_LOGIN_MINUTES),
  })
  return { address, cookie }
}

/** @param search of the address that the provider sent the browser to @returns the page to go to */
export async function comeBack(auth: Auth, search: string, visitor: Visitor): Promise<string> {
  const { config, limits, log } = auth
  const toPage = (page: string, more: Record<string, string>) => pageWith(config.PUBLIC_ORIGIN, page, more)
  const answer = new URLSearchParams(search)
  const state = answer.get("state") ?? ""
  let flow: LoginFlow | undefined
  try {
    const taken = await limits.takeAll([perNetwork(BUDGET.companyLoginPerIp, visitor.ip)])
    // If the provider cannot be reached, the callback does not count: `leave` has already counted this login.
    const page = await limits.giveBackUnlessAnswered(taken, async () => {
      flow = await flowOf(auth, state, visitor)
      return toPage(flow.redirect_to, await finish(auth, flow, search, state, visitor))
    })
    // A whole company arrives in the morning, from one network.
    await limits.giveBack(...taken)
    return page
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.info("auth.company_login_refused", {
      code: error.code,
      provider: flow?.provider,
      user: error.userId,
      ip: visitor.ip,
    })
    // The page shows its own text for `error_code`: anyone could put other words into a URL.
    return toPage(flow?.redirect_to ?? LOGIN_PAGE, {
      error: "access_denied",
      error_code: error.code,
      error_description: error.message,
    })
  }
}

/** @throws Refusal bad_oauth_state */
async function flowOf({ clock, database }: Auth, state: string, { cookies }: Visitor): Promise<LoginFlow> {
  const browsers = cookies.filter(isToken).map(sha256)
  const isOurs = isToken(state) && browsers.length > 0
  const flow = isOurs ? await spendState(database.db, sha256(state), browsers, clock()) : undefined
  if (flow === undefined) throw new Refusal("bad_oauth_state")
  return flow
}

async function finish(
  auth: Auth,
  flow: LoginFlow,
  search: string,
  state: string,
  visitor: Visitor,
): Promise<Record<string, string>> {
  const { clock, database, providers } = auth
  const settings = providers.find(flow.provider)
  if (settings === undefined) throw new Refusal("company_login_unknown")
  if (new URLSearchParams(search).get("error") === "access_denied") throw new Refusal("company_login_canceled")
  const identity: CompanyIdentity = await providers.identify(settings, search, state, flow)
  if (flow.purpose !== "sign_in") {
    if (flow.purpose === "connect") await connectIdentity(auth, flow, identity, visitor)
    else await proveByIdentity(auth, flow, identity)
    return { company_login: flow.purpose === "connect" ? "connected" : "proved" }
  }
  const code = newToken()
  await completeFlow(database.db, flow, {
    code_hash: sha256(code),
    identity,
    expires_at: addMinutes(clock(), COMPANY_CODE_MINUTES),
  })
  return { code }
}
