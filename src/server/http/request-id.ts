// Gives each request an id, counts it and writes one line when it is answered. The query string is never written.
import { randomUUID } from "node:crypto"
import { createMiddleware } from "hono/factory"
import { routePath } from "hono/route"
import type { Log } from "../log.ts"
import type { RequestEnv } from "./env.ts"

/** Hears of every answer: the route's pattern, never the address. */
type Count = (method: string, route: string, status: number, ms: number) => void

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
    })
  })
