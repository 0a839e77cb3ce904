// How a page is remembered across signing in: in the address, so that it survives a reload.
import { DEFAULT_AFTER_LOGIN } from "../../domain/limits.ts"
import { ownPath } from "../../domain/paths.ts"

const RETURN = "return"

export const loginPath = (from: string): string => `/login?${new URLSearchParams({ [RETURN]: from })}`

/** Where to go after signing in: the page one came from when it is ours and not a page for signing in, else the default. */
export function returnPath(search: string): string {
  const path = ownPath(new URLSearchParams(search).get(RETURN), DEFAULT_AFTER_LOGIN)
  return /^\/(?:login|signup|verify-email|reset-password)(?:[/?#]|$)/.test(path) ? DEFAULT_AFTER_LOGIN : path
}
