// /auth/v1/factors, as the official client's `mfa` calls it.
import type { Context, Hono } from "hono"
import { readJson } from "../../../platform/http/body.ts"
import type { RequestEnv } from "../../../platform/http/env.ts"
import type { Caller } from "../caller.ts"
import { originOf } from "../session/binding-cookie.ts"
import type { Opened } from "../session/sessions.ts"
import type { SecondFactor } from "./second-factor.ts"

interface Needed {
  secondFactor: SecondFactor
  callerOf: (c: Context<RequestEnv>) => Promise<Caller>
  answerSession: (c: Context, opened: Opened) => Response
}

export function mountFactors(routes: Hono<RequestEnv>, { secondFactor, callerOf, answerSession }: Needed): void {
  routes.post("/factors", async (c) => c.json(await secondFactor.enrol(await callerOf(c), await readJson(c))))
  // The body says what the address says already.
  routes.post("/factors/:id/challenge", async (c) =>
    c.json(await secondFactor.challenge(await callerOf(c), c.req.param("id"))),
  )
  routes.post("/factors/:id/verify", async (c) => {
    const caller = await callerOf(c)
    return answerSession(c, await secondFactor.verify(caller, c.req.param("id"), await readJson(c), originOf(c)))
  })
  routes.delete("/factors/:id", async (c) => c.json(await secondFactor.unenrol(await callerOf(c), c.req.param("id"))))
}
