// Passkeys below /auth/v1: calls of the protocol, and ours.
import { type Context, Hono } from "hono"
import { readJson } from "../../../platform/http/body.ts"
import type { RequestEnv } from "../../../platform/http/env.ts"
import { proofSender } from "../../proof-of-work/proof-sender.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { clientInfoOf, passkeyCookiesOf, setLinkCookie, setPasskeyCookie } from "../session/cookies.ts"
import type { OpenedSession } from "../session/sessions.ts"
import { confirmAddressByPasskey } from "./confirm-address.ts"
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from "./own-passkeys.ts"
import { beginSignUp, signUpWithPasskey } from "./sign-up-with-passkey.ts"
import { type Asker, beginAuthentication, confirmByPasskey, signInWithPasskey } from "./use-passkey.ts"

interface Needs {
  auth: Auth
  callerOf: (c: Context<RequestEnv>) => Promise<Caller>
  answerSession: (c: Context, opened: OpenedSession) => Response
}

export function passkeyRoutes({ auth, callerOf, answerSession }: Needs): Hono<RequestEnv> {
  const { PUBLIC_ORIGIN } = auth.config
  const routes = new Hono<RequestEnv>()
  const askerOf = (c: Context<RequestEnv>): Asker => ({ ...clientInfoOf(c), cookies: passkeyCookiesOf(c) })

  routes.post("/passkeys/authentication/options", async (c) => {
    const { body, cookie } = await beginAuthentication(auth, askerOf(c))
    if (cookie !== null) setPasskeyCookie(c, cookie, PUBLIC_ORIGIN)
    return c.json(body)
  })
  routes.post("/passkeys/authentication/verify", async (c) =>
    answerSession(c, await signInWithPasskey(auth, await readJson(c), askerOf(c))),
  )
  // Not part of the protocol. It is below /passkeys, because browsers send the challenge's cookie only there.
  routes.post("/passkeys/identity-proof", async (c) => {
    const caller = await callerOf(c)
    await confirmByPasskey(auth, caller, await readJson(c), askerOf(c))
    return c.json({})
  })
  routes.post("/passkeys/email-confirmation", async (c) =>
    c.json(await confirmAddressByPasskey(auth, await readJson(c), askerOf(c))),
  )
  routes.post("/passkeys/sign-up/options", async (c) => {
    const { body, cookie } = await beginSignUp(auth, await readJson(c), askerOf(c))
    if (cookie !== null) setPasskeyCookie(c, cookie, PUBLIC_ORIGIN)
    return c.json(body)
  })
  routes.post("/passkeys/sign-up/verify", async (c) => {
    const sender = { ...askerOf(c), ...proofSender(c) }
    const { body, linkCookie } = await signUpWithPasskey(auth, await readJson(c), sender, c.req.query("redirect_to"))
    setLinkCookie(c, linkCookie, PUBLIC_ORIGIN)
    return c.json(body)
  })
  routes.post("/passkeys/registration/options", async (c) => c.json(await beginPasskey(auth, await callerOf(c))))
  routes.post("/passkeys/registration/verify", async (c) => {
    const caller = await callerOf(c)
    return c.json(await addPasskey(auth, caller, await readJson(c)))
  })
  routes.get("/passkeys", async (c) => c.json(await listPasskeys(auth, await callerOf(c))))
  routes.patch("/passkeys/:id", async (c) => {
    const caller = await callerOf(c)
    return c.json(await renamePasskey(auth, caller, c.req.param("id"), await readJson(c)))
  })
  routes.delete("/passkeys/:id", async (c) => {
    await removePasskey(auth, await callerOf(c), c.req.param("id"))
    return c.body(null, 204)
  })

  return routes
}
