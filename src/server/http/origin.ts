// Refuses state-changing requests that a browser says come from another site (cross-site request forgery).
import { createMiddleware } from "hono/factory"
import { Refusal } from "../../domain/errors.ts"
import type { RequestEnv } from "./env.ts"

const SAFE = new Set(["GET", "HEAD", "OPTIONS"])

/** Requests without either header come from programs, not from a browser tricked by a page, and carry no cookie of ours. */
export const sameOriginOnly = (publicOrigin: string) =>
  createMiddleware<RequestEnv>(async (c, next) => {
    if (!SAFE.has(c.req.method)) {
      const site = c.req.header("sec-fetch-site")
      if (site !== undefined && site !== "same-origin" && site !== "none") throw new Refusal("wrong_origin")
      const origin = c.req.header("origin")
      if (origin !== undefined && origin !== publicOrigin && origin !== new URL(c.req.url).origin)
        throw new Refusal("wrong_origin")
    }
    await next()
  })
