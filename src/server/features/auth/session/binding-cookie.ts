// The cookie a browser's session is bound to: without it a stolen refresh token is worth nothing.
import type { Context } from "hono"
import type { RequestEnv } from "../../../platform/http/env.ts"
import type { Origin } from "../context.ts"
import { devicesOf } from "./device-cookie.ts"
import { cookieValues, forgetOwnCookie, setOwnCookie } from "./private-cookie.ts"

const COOKIE = { name: "meishi-binding", path: "/auth/v1/token" }
const DAY_S = 86_400

/** Only browsers send Sec-Fetch-Site, and scripts cannot set it. */
export const originOf = (c: Context<RequestEnv>): Origin => ({
  ip: c.get("clientIp"),
  bindings: cookieValues(c, COOKIE.name),
  devices: devicesOf(c),
  isBrowser: c.req.header("sec-fetch-site") !== undefined,
  userAgent: (c.req.header("user-agent") ?? "").toWellFormed(),
})

/** @param lifeDays of the longest session: it may need the cookie until its last day @param value null leaves it as it is */
export function setBinding(c: Context, value: string | null, publicOrigin: string, lifeDays: number): void {
  if (value === null) return
  setOwnCookie(c, { ...COOKIE, maxAgeS: lifeDays * DAY_S }, value, publicOrigin)
}

export const forgetBinding = (c: Context, publicOrigin: string): void => forgetOwnCookie(c, COOKIE, publicOrigin)
