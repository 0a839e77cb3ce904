// Refuses requests before any route sees them: those that a proxy may read differently, and those that another site caused in a browser.
import type { IncomingMessage } from "node:http"
import { createMiddleware } from "hono/factory"
import { Refusal } from "../../../domain/errors.ts"
import type { Log } from "../log.ts"
import type { RequestEnv } from "./env.ts"

type Head = Pick<IncomingMessage, "headers" | "rawHeaders" | "url">

/** Two Host headers, an unknown transfer coding, or credentials in the request target: request smuggling lives on these. */
export function isAmbiguous({ headers, rawHeaders, url = "" }: Head): boolean {
  const coding = headers["transfer-encoding"]
  const isUnknownCoding = coding !== undefined && coding.toLowerCase() !== "chunked"
  return isUnknownCoding || hasTwoHosts(rawHeaders) || hasUserInfo(url)
}

function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1
  }
  return hosts > 1
}

/** `http://user:password@host/`: browsers never send it, and none of our URLs have it. */
const hasUserInfo = (target: string): boolean =>
  !target.startsWith("/") && URL.canParse(target) && new URL(target).username !== ""

interface NodeBindings {
  /** in tests, this or its headers may be missing */
  incoming?: Partial<Head>
}

/** @throws Refusal bad_request */
export const refuseAmbiguous = createMiddleware<{ Bindings: NodeBindings }>(async (c, next) => {
  const { headers, rawHeaders, url } = c.env?.incoming ?? {}
  if (headers !== undefined && rawHeaders !== undefined && isAmbiguous({ headers, rawHeaders, url }))
    throw new Refusal("bad_request")
  await next()
})

const SAFE = new Set(["GET", "HEAD", "OPTIONS"])

/** As long as an origin can be. */
const ORIGIN_MAX = 300

/** Something PUBLIC_ORIGIN could be: not "null", which sandboxed pages send. */
const isWebOrigin = (text: string): boolean =>
  text.length <= ORIGIN_MAX && /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

/**
 * Prevents cross-site request forgery. A request with neither Origin nor Sec-Fetch-Site comes from a program, not from a browser that a
 * page tricked, and carries no cookie of ours. @throws Refusal wrong_origin
 */
export function sameOriginOnly(publicOrigin: string, log: Log) {
  let hinted = false

  /** Behind a proxy that terminates TLS, a missing PUBLIC_ORIGIN makes every change fail: the log says so once. */
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
        // Browsers say "same-origin" only for pages of this very server; or the two differ by http and https alone.
        const isOurs = site === "same-origin" || origin.replace(/^https?:\/\//, "") === new URL(c.req.url).host
        if (isOurs && isWebOrigin(origin)) hint(origin)
        throw new Refusal("wrong_origin")
      }
    }
    await next()
  })
}
