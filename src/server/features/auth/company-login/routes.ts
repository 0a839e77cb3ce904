// Company login below /auth/v1, mounted where a provider is configured: the client's calls, and those of providers.
import { type Context, Hono } from "hono"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import { COMPANY_LOGIN } from "../../../../domain/account/company-login-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { LOGOUT_TOKEN_MAX } from "../../../../domain/limits.ts"
import { requireUnpacked } from "../../../platform/http/body.ts"
import type { RequestEnv } from "../../../platform/http/env.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { protocolError } from "../protocol/errors.ts"
import { clientInfoOf, companyCookiesOf, setCompanyCookie } from "../session/cookies.ts"
import {
  beginForCaller,
  beginSignIn,
  comeBack,
  LOGIN_PAGE,
  pageWith,
  type Visitor,
  type Wanted,
} from "./begin-login.ts"
import { listIdentities, removeIdentity } from "./own-identities.ts"
import { backChannelLogout, frontChannelLogout } from "./provider-logout.ts"

interface Needs {
  auth: Auth
  callerOf: (c: Context<RequestEnv>) => Promise<Caller>
}

const wantedIn = (c: Context): Wanted => ({
  provider: c.req.query("provider") ?? "",
  redirect_to: c.req.query("redirect_to") ?? "",
  code_challenge: c.req.query("code_challenge") ?? "",
  code_challenge_method: c.req.query("code_challenge_method") ?? "",
})

export function companyLoginRoutes({ auth, callerOf }: Needs): Hono<RequestEnv> {
  const { PUBLIC_ORIGIN } = auth.config
  const routes = new Hono<RequestEnv>()
  const visitorOf = (c: Context<RequestEnv>): Visitor => ({
    ip: c.get("clientIp"),
    userAgent: clientInfoOf(c).userAgent,
    cookies: companyCookiesOf(c, PUBLIC_ORIGIN),
  })

  routes.get("/authorize", async (c) => {
    try {
      const { address, cookie } = await beginSignIn(auth, wantedIn(c), visitorOf(c))
      setCompanyCookie(c, cookie, PUBLIC_ORIGIN)
      return c.redirect(address, 302)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === "validation_failed") throw error
      if (error.code === "company_login_unknown")
        return protocolError(c, 400, "validation_failed", PROTOCOL.providerDisabled)
      // A person's browser opened this address, not a program: send it to the login page with the error in the query.
      const problem = { error: "server_error", error_code: error.code, error_description: error.message }
      return c.redirect(pageWith(PUBLIC_ORIGIN, LOGIN_PAGE, problem), 303)
    }
  })
  routes.get("/callback", async (c) => c.redirect(await comeBack(auth, new URL(c.req.url).search, visitorOf(c)), 303))

  routes.get("/user/identities/authorize", async (c) => {
    const caller = await callerOf(c)
    const purpose = c.req.query("purpose") === "proof" ? "proof" : "connect"
    const { address, cookie } = await beginForCaller(auth, caller, purpose, wantedIn(c), visitorOf(c))
    setCompanyCookie(c, cookie, PUBLIC_ORIGIN)
    return c.json({ url: address })
  })
  // Ours: as people see them; the client's own list is in the user.
  routes.get("/user/identities", async (c) => c.json({ identities: await listIdentities(auth, await callerOf(c)) }))
  routes.delete("/user/identities/:id", async (c) => {
    await removeIdentity(auth, await callerOf(c), c.req.param("id"))
    return c.json({})
  })

  routes.post("/backchannel-logout", async (c) => {
    await backChannelLogout(auth, await readLogoutToken(c), c.get("clientIp"))
    return c.body(null, 200)
  })
  routes.get("/frontchannel-logout", async (c) => {
    await frontChannelLogout(auth, c.req.query("iss") ?? "", c.req.query("sid") ?? "", c.get("clientIp"))
    return c.body(null, 200)
  })
  return routes
}

/** The one field of the form that a provider sends. @throws Refusal logout_token_invalid, payload_too_large */
async function readLogoutToken(c: Context): Promise<string> {
  requireUnpacked(c)
  const type = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase()
  if (type !== "application/x-www-form-urlencoded")
    throw new Refusal("logout_token_invalid", { message: COMPANY_LOGIN.logoutTokenInvalid })
  const length = Number(c.req.header("content-length") ?? Number.NaN)
  if (!(length <= LOGOUT_TOKEN_MAX)) throw new Refusal("payload_too_large")
  return new URLSearchParams(await c.req.text()).get("logout_token") ?? ""
}
