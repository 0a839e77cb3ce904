// Gives each request an id and writes one line when it is answered. The query string is never written.
import { randomUUID } from "node:crypto"
import { createMiddleware } from "hono/factory"
import type { Log } from "../log.ts"
import type { RequestEnv } from "./env.ts"

export const requestId = (log: Log) =>
  createMiddleware<RequestEnv>(async (c, next) => {
    const started = performance.now()
    const id = randomUUID()
    c.set("requestId", id)
    await next()
    c.res.headers.set("X-Request-Id", id)
    log.info("request", {
      id,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - started),
    })
  })
