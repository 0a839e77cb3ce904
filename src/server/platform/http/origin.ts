// Refuses state-changing requests that a browser says come from another site (cross-site request forgery).
import { createMiddleware } from "hono/factory"
import { Refusal } from "../../../domain/errors.ts"
import type { Log } from "../log.ts"
import type { RequestEnv } from "./env.ts"

const SAFE = new Set(["GET", "HEAD", "OPTIONS"])

/** As long as an origin can be. */
const ORIGIN_MAX = 300

/** Something PUBLIC_ORIGIN could be: not "null", which sandboxed pages send. */
const isWebOrigin = (text: string): boolean =>
  text.length <= ORIGIN_MAX && /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Requests without either header come from programs, not from a browser tricked by a page, and carry no cookie of ours. */
export function sameOriginOnly(publicOrigin: string, log: Log) {
  let hinted = false

  /** Behind a proxy that speaks https, a forgotten PUBLIC_ORIGIN refuses everybody: said once, where the operator looks. */
  function hint(origin: string): void {
    if (hinted) return
    hinted = true
    log.warn("origin.differs", {
      origin,
      public_origin: publicOrigin,
      hint: "Requests from this origin are refused. If it is the address people use, set PUBLIC_ORIGIN to it.",
    })
  }

  return createMiddleware<RequestEnv>(async (c, next) => {
    if (!SAFE.has(c.req.method)) {
      const site = c.req.header("sec-fetch-site")
      if (site !== undefined && site !== "same-origin" && site !== "none") throw new Refusal("wrong_origin")
      const origin = c.req.header("origin")
      if (origin !== undefined && origin !== publicOrigin && origin !== new URL(c.req.url).origin) {
        // Only the page of the very server it came from is called same-origin; or the two differ by http and https alone.
        const isOurs = site === "same-origin" || origin.replace(/^https?:\/\//, "") === new URL(c.req.url).host
        if (isOurs && isWebOrigin(origin)) hint(origin)
        throw new Refusal("wrong_origin")
      }
    }
    await next()
  })
}
