// Security headers of every answer. Pages add their own Content-Security-Policy (src/server/pages); everything else gets the strictest.
import { createMiddleware } from "hono/factory"
import type { RequestEnv } from "./env.ts"

const HSTS = "max-age=31536000; includeSubDomains"

export const securityHeaders = (publicOrigin: string) =>
  createMiddleware<RequestEnv>(async (c, next) => {
    await next()
    const { headers } = c.res
    headers.set("X-Content-Type-Options", "nosniff")
    headers.set("Referrer-Policy", "no-referrer")
    headers.set("X-Frame-Options", "DENY")
    headers.set("Cross-Origin-Opener-Policy", "same-origin")
    headers.set("Cross-Origin-Resource-Policy", "same-origin")
    headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
    if (!headers.has("Content-Security-Policy"))
      headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
    if (publicOrigin.startsWith("https:")) headers.set("Strict-Transport-Security", HSTS)
  })
