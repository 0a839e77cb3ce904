// The parts of a request that its place is found by, from Hono's context.
import type { Context } from "hono"
import type { RequestEnv } from "../http/env.ts"
import type { RequestOrigin } from "./places.ts"

export const requestOriginOf = <Env extends RequestEnv>(c: Context<Env>): RequestOrigin => ({
  ip: c.get("clientIp"),
  headers: c.req.raw.headers,
  isProxied: c.get("isProxied"),
})
