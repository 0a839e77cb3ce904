// The cookie a browser's session is bound to: without it a stolen refresh token is worth nothing.
import type { Context } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import { SESSION_DAYS } from "../../domain/limits.ts"
import type { RequestEnv } from "../http/env.ts"
import type { Origin } from "./parts.ts"

const NAME = "meishi-binding"
const DAY_S = 86_400

/** Only browsers send Sec-Fetch-Site, and scripts cannot set it. */
export const originOf = (c: Context<RequestEnv>): Origin => ({
  ip: c.get("clientIp"),
  binding: getCookie(c, NAME) ?? null,
  isBrowser: c.req.header("sec-fetch-site") !== undefined,
  userAgent: (c.req.header("user-agent") ?? "").toWellFormed(),
})

export function setBinding(c: Context, value: string | null, publicOrigin: string): void {
  if (value === null) return
  setCookie(c, NAME, value, {
    path: "/auth/v1/token",
    httpOnly: true,
    sameSite: "Strict",
    secure: publicOrigin.startsWith("https:"),
    maxAge: SESSION_DAYS * DAY_S,
  })
}
