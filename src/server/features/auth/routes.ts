// The Supabase Auth protocol ("GoTrue") at /auth/v1, as far as the product needs it.
import { type Context, Hono } from "hono"
import { PROTOCOL } from "../../../domain/account/account-messages.ts"
import { Refusal } from "../../../domain/errors.ts"
import { AUTH_API_VERSION } from "../../../domain/limits.ts"
import { GENERAL } from "../../../domain/messages.ts"
import type { Config } from "../../platform/config/config.ts"
import { readJson } from "../../platform/http/body.ts"
import type { RequestEnv } from "../../platform/http/env.ts"
import { proofSender } from "../proof-of-work/proof-sender.ts"
import type { Auth } from "./auth.ts"
import { bearerToken, type Caller } from "./caller.ts"
import { type LinkAsker, linkCookieOf, setLinkCookie } from "./email-flow/link-cookie.ts"
import { followRecoveryLink } from "./email-flow/recovery-link.ts"
import { judgeAgain } from "./guards.ts"
import { protocolError } from "./protocol/protocol.ts"
import { settingsBody } from "./protocol/settings.ts"
import { answerGrant, mountUnsupportedEndpoints } from "./protocol/unsupported-endpoints.ts"
import { mountFactors } from "./second-factor/factor-routes.ts"
import { forgetBinding, originOf, setBinding } from "./session/binding-cookie.ts"
import { setDevices } from "./session/device-cookie.ts"
import { forgetOwnerMark, setOwnerMark } from "./session/owner-cookie.ts"
import type { Opened } from "./session/sessions.ts"
import { SIGN_OUT_SCOPES } from "./session/sign-out.ts"

const KEY_SET_CACHE_S = 600

interface Needs {
  auth: Auth
  config: Config
}

export function authRoutes({ auth, config }: Needs): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>()
  routes.use(async (c, next) => {
    await next()
    c.res.headers.set("X-Supabase-Api-Version", AUTH_API_VERSION)
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store")
  })

  /** Also a recovery session; anyone who acts on it looks at its kind. */
  async function callerOf(c: Context<RequestEnv>): Promise<Caller> {
    const token = bearerToken(c)
    if (token === null) throw new Refusal("not_authenticated")
    const caller = await auth.requireCaller(token)
    c.set("userId", caller.user_id)
    judgeAgain(c, caller, () => auth.requireCaller(token))
    return caller
  }

  function answerSession(c: Context, { body, isBound, binding, devices }: Opened): Response {
    setBinding(c, binding, config.PUBLIC_ORIGIN, config.SESSION_MAX_DAYS)
    setDevices(c, devices, config.PUBLIC_ORIGIN)
    if (isBound) setOwnerMark(c, auth.ownerMarks.of(body.user.id), config.PUBLIC_ORIGIN)
    return c.json(body)
  }

  const askerOf = (c: Context<RequestEnv>): LinkAsker => ({
    ip: c.get("clientIp"),
    cookie: linkCookieOf(c, config.PUBLIC_ORIGIN),
  })

  routes.post("/signup", async (c) => {
    const { body, linkCookie } = await auth.signUp(await readJson(c), proofSender(c), c.req.query("redirect_to"))
    setLinkCookie(c, linkCookie, config.PUBLIC_ORIGIN)
    return c.json(body)
  })

  routes.post("/token", async (c) => {
    const grant = c.req.query("grant_type") ?? ""
    if (grant !== "password" && grant !== "refresh_token") return answerGrant(c, grant)
    const body = await readJson(c)
    if (grant === "password") return answerSession(c, await auth.signIn(body, originOf(c)))
    const token = body !== null && typeof body === "object" && "refresh_token" in body ? body.refresh_token : undefined
    return answerSession(c, await auth.refresh(token, originOf(c)))
  })

  routes.post("/logout", async (c) => {
    const asked = c.req.query("scope") ?? "global"
    // Also when the session has ended already: the browser forgets it in either case.
    if (asked !== "others") {
      forgetOwnerMark(c, config.PUBLIC_ORIGIN)
      forgetBinding(c, config.PUBLIC_ORIGIN)
    }
    const caller = await callerOf(c)
    const scope = SIGN_OUT_SCOPES.find((known) => known === asked)
    if (scope === undefined) throw new Refusal("bad_request", { message: PROTOCOL.logoutScope(asked) })
    await auth.signOut(caller, scope)
    return c.body(null, 204)
  })

  routes.get("/user", async (c) => c.json(await auth.user(await callerOf(c))))
  routes.post("/verify", async (c) => c.json(await auth.verify(await readJson(c), askerOf(c))))
  // Ours, below the one path that the cookie of a link goes to.
  routes.post("/verify/link", async (c) => c.json(await auth.describeLink(await readJson(c), askerOf(c))))
  routes.post("/verify/decline", async (c) => {
    await auth.declineLink(await readJson(c), askerOf(c))
    return c.json({})
  })
  routes.post("/resend", async (c) => {
    const asker = { ...askerOf(c), ...proofSender(c) }
    const isKept = await auth.resend(await readJson(c), asker, c.req.query("redirect_to"))
    // For as long as the new link works; the value is one that we gave.
    if (isKept && asker.cookie !== null) setLinkCookie(c, asker.cookie, config.PUBLIC_ORIGIN)
    return c.json({})
  })

  routes.put("/user", async (c) => {
    const caller = await callerOf(c)
    const { body, linkCookie } = await auth.updateUser(caller, await readJson(c), c.get("clientIp"))
    if (linkCookie !== null) setLinkCookie(c, linkCookie, config.PUBLIC_ORIGIN)
    if (caller.kind === "recovery")
      setDevices(c, await auth.rememberAfterReset(caller, originOf(c)), config.PUBLIC_ORIGIN)
    return c.json(body)
  })
  routes.post("/recover", async (c) => {
    await auth.recover(await readJson(c), { ...originOf(c), ...proofSender(c) })
    return c.json({})
  })
  routes.get("/verify", (c) => followRecoveryLink(c, auth, config.PUBLIC_ORIGIN))

  routes.get("/.well-known/jwks.json", (c) => {
    c.header("Cache-Control", `public, max-age=${KEY_SET_CACHE_S}`)
    return c.json({ keys: auth.publicKeys() })
  })
  routes.get("/settings", (c) => c.json(settingsBody(config.SIGN_UP)))
  routes.get("/health", (c) =>
    c.json({ name: "GoTrue", version: AUTH_API_VERSION, description: "Supabase Auth protocol" }),
  )
  mountUnsupportedEndpoints(routes)
  mountFactors(routes, { secondFactor: auth.secondFactor, callerOf, answerSession })
  routes.all("*", (c) => protocolError(c, 404, "not_found", GENERAL.notFound))
  return routes
}
