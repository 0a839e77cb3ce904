// Requests that a proxy in front may read otherwise than this program does, which is what request smuggling lives on: refused.
import type { IncomingMessage } from "node:http"
import { createMiddleware } from "hono/factory"
import { Refusal } from "../../../domain/errors.ts"

type Head = Pick<IncomingMessage, "headers" | "rawHeaders" | "url">

function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1
  }
  return hosts > 1
}

/** `http://user:password@host/`: nobody's browser sends it, and no URL of ours has it. */
const hasUserInfo = (target: string): boolean =>
  !target.startsWith("/") && URL.canParse(target) && new URL(target).username !== ""

/** Two Host headers, a transfer coding that is not undone here, a name and a password in the request target. */
export function isUnclear({ headers, rawHeaders, url = "" }: Head): boolean {
  const coding = headers["transfer-encoding"]
  const isUnknownCoding = coding !== undefined && coding.toLowerCase() !== "chunked"
  return isUnknownCoding || hasTwoHosts(rawHeaders) || hasUserInfo(url)
}

interface NodeBindings {
  /** in tests there may be none, or none with headers */
  incoming?: Partial<Head>
}

/** @throws Refusal bad_request */
export const clearRequestsOnly = createMiddleware<{ Bindings: NodeBindings }>(async (c, next) => {
  const { headers, rawHeaders, url } = c.env?.incoming ?? {}
  if (headers !== undefined && rawHeaders !== undefined && isUnclear({ headers, rawHeaders, url }))
    throw new Refusal("bad_request")
  await next()
})
