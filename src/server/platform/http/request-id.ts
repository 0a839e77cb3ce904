// Gives each request an id, counts it and logs one line with its response, without the query string. When a client is refused, the line
// names it as far as it is known: operators look for that during an attack.
import { randomUUID } from "node:crypto"
import type { Context } from "hono"
import { createMiddleware } from "hono/factory"
import { routePath } from "hono/route"
import { Refusal, type RefusalCode } from "../../../domain/errors.ts"
import type { Log, LogFields } from "../log.ts"
import type { RequestEnv } from "./env.ts"

/** For every response. @param route the pattern, never the address */
type Count = (method: string, route: string, status: number, ms: number) => void

/** Wrong, expired or missing credentials for which the protocol has another status than 401 and 403. */
const WRONG_PROOF: ReadonlySet<RefusalCode> = new Set([
  "invalid_credentials",
  "email_not_confirmed",
  "refresh_token_not_found",
  "refresh_token_already_used",
  "reauthentication_needed",
  "mfa_challenge_expired",
  "mfa_verification_failed",
])

function whoWasRefused(c: Context<RequestEnv>): LogFields {
  const { error } = c
  if (!(error instanceof Refusal)) return {}
  const { code, status, userId } = error
  const isRefused = status === 401 || status === 403 || status === 429 || WRONG_PROOF.has(code)
  return isRefused ? { code, ip: c.get("clientIp"), user: c.get("userId") ?? userId } : {}
}

export const requestId = (log: Log, count: Count) =>
  createMiddleware<RequestEnv>(async (c, next) => {
    const started = performance.now()
    const id = randomUUID()
    c.set("requestId", id)
    await next()
    c.res.headers.set("X-Request-Id", id)
    const ms = performance.now() - started
    count(c.req.method, routePath(c), c.res.status, ms)
    log.info("request", {
      id,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(ms),
      ...whoWasRefused(c),
    })
  })
