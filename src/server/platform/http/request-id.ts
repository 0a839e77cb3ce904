// Gives each request an id, counts it and logs one line with its response, without the query string. When a client is refused, the line
// names it as far as it is known: operators look for that during an attack.
import type { Context } from "hono"
import { createMiddleware } from "hono/factory"
import { routePath } from "hono/route"
import { Refusal, type RefusalCode } from "../../../domain/errors.ts"
import type { Config } from "../config/config.ts"
import type { Log, LogFields } from "../log.ts"
import type { NodeBindings } from "./client-ip.ts"
import type { RequestEnv } from "./env.ts"
import { createRequestLog, requestIds } from "./request-log.ts"

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

function whoWasRefused(c: Context<RequestEnv & { Bindings: NodeBindings }>): LogFields {
  const { error } = c
  if (!(error instanceof Refusal)) return {}
  const { code, status, userId } = error
  const isRefused = status === 401 || status === 403 || status === 429 || WRONG_PROOF.has(code)
  return isRefused ? { code, ip: c.get("clientIp"), user: c.get("userId") ?? userId } : {}
}

export function requestId(config: Pick<Config, "REQUEST_LOG" | "TRUSTED_PROXIES">, log: Log, count: Count) {
  const idsOf = requestIds(config.TRUSTED_PROXIES)
  const logRequest = createRequestLog(config, log)
  return createMiddleware<RequestEnv & { Bindings: NodeBindings }>(async (c, next) => {
    const started = performance.now()
    const address = c.env?.incoming?.socket?.remoteAddress
    const ids = idsOf(address, c.req.header("x-request-id"), c.req.header("traceparent"))
    c.set("requestId", ids.id)
    await next()
    c.res.headers.set("X-Request-Id", ids.id)
    const ms = performance.now() - started
    const { method, path } = c.req
    const { status } = c.res
    count(method, routePath(c), status, ms)
    const refused = whoWasRefused(c)
    const isOrdinary = status < 500 && refused.code === undefined
    logRequest(isOrdinary, { ...ids, method, path, status, ms: Math.round(ms), ...refused })
  })
}
