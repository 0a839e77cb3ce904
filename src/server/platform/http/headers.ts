// Security headers of every response. Pages have their own Content-Security-Policy (src/server/delivery/pages); everything else gets the
// strictest, unless its route sets another one.
import { createMiddleware } from "hono/factory"
import type { RequestEnv } from "./env.ts"

const HSTS = "max-age=31536000; includeSubDomains"

/** Nothing may load or run; for programs that a sandbox would break, such as the service worker. */
export const UNSANDBOXED_POLICY = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
/** For everything but pages. */
const DATA_POLICY = `${UNSANDBOXED_POLICY}; sandbox`

export const securityHeadersOf = (publicOrigin: string): Record<string, string> => ({
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
  ...(publicOrigin.startsWith("https:") ? { "Strict-Transport-Security": HSTS } : {}),
})

export function securityHeaders(publicOrigin: string) {
  const every = Object.entries(securityHeadersOf(publicOrigin))
  return createMiddleware<RequestEnv>(async (c, next) => {
    await next()
    const { headers } = c.res
    for (const [name, value] of every) if (!headers.has(name)) headers.set(name, value)
    if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", DATA_POLICY)
  })
}
