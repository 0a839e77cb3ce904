// The cookie of a known device: one value for each account that has signed in here. It survives signing out.
import type { Context } from "hono"
import { DEVICE_ACCOUNTS_MAX, KNOWN_DEVICE_DAYS } from "../../../../domain/limits.ts"
import { cookieValues, setOwnCookie } from "./private-cookie.ts"

const NAME = "meishi-device"
const PATH = "/auth/v1"
const DAY_S = 86_400
/** Not part of a value. */
const BETWEEN = "."

export const devicesOf = (c: Context): string[] => cookieValues(c, NAME).flatMap((value) => value.split(BETWEEN))

/** @param marks the newest first; null leaves the cookie as it is */
export function setDevices(c: Context, marks: readonly string[] | null, publicOrigin: string): void {
  if (marks === null) return
  const value = marks.slice(0, DEVICE_ACCOUNTS_MAX).join(BETWEEN)
  setOwnCookie(c, { name: NAME, path: PATH, maxAgeS: KNOWN_DEVICE_DAYS * DAY_S }, value, publicOrigin)
}
