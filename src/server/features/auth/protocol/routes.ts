// The Supabase Auth protocol ("GoTrue") at /auth/v1, as far as the product needs it. Each route calls one action.

import { type Context, Hono } from "hono"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_API_VERSION } from "../../../../domain/limits.ts"
import { REQUEST } from "../../../../domain/request-messages.ts"
import { inSteps } from "../../../platform/concurrency/in-steps.ts"
import { readJson } from "../../../platform/http/body.ts"
import type { RequestEnv } from "../../../platform/http/env.ts"
import { proofSender } from "../../proof-of-work/proof-sender.ts"
import type { Access } from "../access.ts"
import type { Auth } from "../auth.ts"
import { bearerToken, type Caller } from "../caller.ts"
import { exchangeCode } from "../company-login/finish-login.ts"
import { companyLoginRoutes } from "../company-login/routes.ts"
import { readUser, updateUser } from "../credentials/update-user.ts"
import { declineLink, describeLink } from "../email-flow/email-links.ts"
import { recover } from "../email-flow/recovery.ts"
import { followRecoveryLink, rememberAfterReset } from "../email-flow/recovery-link.ts"
import { resend } from "../email-flow/resend.ts"
import { verify } from "../email-flow/verify.ts"
import { checkAgainAfterBody } from "../endpoints.ts"
import { passkeyRoutes } from "../passkeys/routes.ts"
import { enroll } from "../second-factor/enroll.ts"
import { unenroll } from "../second-factor/remove-factor.ts"
import { challenge, verifyFactor } from "../second-factor/verify-factor.ts"
import {
  clientInfoOf,
  forgetSessionCookies,
  linkAskerOf,
  setBinding,
  setDevices,
  setLinkCookie,
  setOwnerMark,
} from "../session/cookies.ts"
import { SIGN_OUT_SCOPES, signOut } from "../session/end-sessions.ts"
import { refreshSession } from "../session/refresh.ts"
import type { OpenedSession } from "../session/sessions.ts"
import { signIn } from "../session/sign-in.ts"
import { signUp } from "../sign-up/sign-up.ts"
import { onProtocolError, protocolError } from "./errors.ts"
import { mountUnsupportedEndpoints, refuseGrant, settingsBody } from "./unsupported-endpoints.ts"

const KEY_SET_CACHE_S = 600
/** Hides whether an address has an account: storing an email takes a few milliseconds, and strangers' addresses get none. */
const EMAIL_STEP_MS = 100

interface Needs {
  access: Access
  auth: Auth
}

export function authRoutes({ access, auth }: Needs): Hono<RequestEnv> {
  const { PUBLIC_ORIGIN, SESSION_MAX_DAYS, SIGN_IN, SIGN_UP } = auth.config
  const { providers } = auth
  const routes = new Hono<RequestEnv>()
  routes.onError(onProtocolError(auth.log))
  routes.use(async (c, next) => {
    await next()
    c.res.headers.set("X-Supabase-Api-Version", AUTH_API_VERSION)
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store")
  })

  routes.post("/signup", async (c) => {
    const { body, linkCookie } = await signUp(auth, await readJson(c), proofSender(c), c.req.query("redirect_to"))
    setLinkCookie(c, linkCookie, PUBLIC_ORIGIN)
    return c.json(body)
  })

  routes.post("/token", async (c) => {
    const grant = c.req.query("grant_type") ?? ""
    if (grant === "pkce" && providers.all.length > 0)
      return answerSession(c, await exchangeCode(auth, await readJson(c), clientInfoOf(c)))
    if (grant !== "password" && grant !== "refresh_token") return refuseGrant(c, grant)
    const body = await readJson(c)
    if (grant === "password") return answerSession(c, await signIn(auth, body, clientInfoOf(c)))
    const token = body !== null && typeof body === "object" && "refresh_token" in body ? body.refresh_token : undefined
    return answerSession(c, await refreshSession(auth, token, clientInfoOf(c)))
  })

  routes.post("/logout", async (c) => {
    const asked = c.req.query("scope") ?? "global"
    // Also when the session has ended already: the browser forgets it in either case.
    if (asked !== "others") forgetSessionCookies(c, PUBLIC_ORIGIN)
    const caller = await callerOf(c)
    const scope = SIGN_OUT_SCOPES.find((known) => known === asked)
    if (scope === undefined) throw new Refusal("bad_request", { message: PROTOCOL.logoutScope(asked) })
    await signOut(auth, caller, scope)
    return c.body(null, 204)
  })

  routes.get("/user", async (c) => c.json(await readUser(auth, await callerOf(c))))
  routes.put("/user", async (c) => {
    const caller = await callerOf(c)
    const { body, linkCookie } = await updateUser(auth, caller, await readJson(c), clientInfoOf(c))
    if (linkCookie !== null) setLinkCookie(c, linkCookie, PUBLIC_ORIGIN)
    const devices = caller.kind === "recovery" ? await rememberAfterReset(auth, caller, clientInfoOf(c)) : null
    if (devices !== null) setDevices(c, devices, PUBLIC_ORIGIN)
    return c.json(body)
  })

  routes.post("/verify", async (c) => c.json(await verify(auth, await readJson(c), linkAskerOf(c, PUBLIC_ORIGIN))))
  // Not part of the protocol. Below /verify, because the link's cookie is sent to that path only.
  routes.post("/verify/link", async (c) =>
    c.json(await describeLink(auth, await readJson(c), linkAskerOf(c, PUBLIC_ORIGIN))),
  )
  routes.post("/verify/decline", async (c) => {
    await declineLink(auth, await readJson(c), c.get("clientIp"))
    return c.json({})
  })
  routes.post("/resend", async (c) => {
    const asker = { ...linkAskerOf(c, PUBLIC_ORIGIN), ...proofSender(c) }
    const body = await readJson(c)
    const isKept = await inSteps(EMAIL_STEP_MS, () => resend(auth, body, asker, c.req.query("redirect_to")))
    // Extends the cookie that this browser has, for as long as the new link works.
    if (isKept && asker.cookie !== null) setLinkCookie(c, asker.cookie, PUBLIC_ORIGIN)
    return c.json({})
  })
  routes.post("/recover", async (c) => {
    const body = await readJson(c)
    await inSteps(EMAIL_STEP_MS, () => recover(auth, body, { ...clientInfoOf(c), ...proofSender(c) }))
    return c.json({})
  })
  routes.get("/verify", (c) => followRecoveryLink(auth, c))

  routes.get("/.well-known/jwks.json", (c) => {
    c.header("Cache-Control", `public, max-age=${KEY_SET_CACHE_S}`)
    return c.json({ keys: [auth.publicKey] })
  })
  routes.get("/settings", (c) =>
    c.json(
      settingsBody(
        SIGN_UP,
        SIGN_IN,
        providers.all.map(({ id }) => id),
      ),
    ),
  )
  routes.get("/health", (c) =>
    c.json({ name: "GoTrue", version: AUTH_API_VERSION, description: "Supabase Auth protocol" }),
  )
  if (providers.all.length > 0) routes.route("/", companyLoginRoutes({ auth, callerOf }))
  mountUnsupportedEndpoints(routes)

  routes.post("/factors", async (c) => c.json(await enroll(auth, await callerOf(c), await readJson(c))))
  // The body is not read: it repeats the id in the URL.
  routes.post("/factors/:id/challenge", async (c) =>
    c.json(await challenge(auth, await callerOf(c), c.req.param("id"))),
  )
  routes.post("/factors/:id/verify", async (c) => {
    const caller = await callerOf(c)
    return answerSession(c, await verifyFactor(auth, caller, c.req.param("id"), await readJson(c), clientInfoOf(c)))
  })
  routes.delete("/factors/:id", async (c) => c.json(await unenroll(auth, await callerOf(c), c.req.param("id"))))

  routes.route("/", passkeyRoutes({ auth, callerOf, answerSession }))
  routes.all("*", (c) => protocolError(c, 404, "not_found", REQUEST.notFound))

  /** Accepts recovery sessions, too: each action checks the kind. */
  async function callerOf(c: Context<RequestEnv>): Promise<Caller> {
    const token = bearerToken(c)
    if (token === null) throw new Refusal("not_authenticated")
    const caller = await access.requireCaller(token)
    c.set("userId", caller.user_id)
    checkAgainAfterBody(c, caller, () => access.requireCaller(token))
    return caller
  }

  function answerSession(c: Context, { body, isBound, binding, devices }: OpenedSession): Response {
    if (binding !== null) setBinding(c, binding, PUBLIC_ORIGIN, SESSION_MAX_DAYS)
    if (devices !== null) setDevices(c, devices, PUBLIC_ORIGIN)
    if (isBound) setOwnerMark(c, auth.ownerMarks.of(body.user.id), PUBLIC_ORIGIN)
    return c.json(body)
  }

  return routes
}
