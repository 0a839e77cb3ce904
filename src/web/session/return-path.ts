// Remembers the page to return to after signing in or up: in the address, so that it survives a reload.
import { DEFAULT_AFTER_LOGIN } from "../../domain/limits.ts"
import { ownPath } from "../../domain/paths.ts"

const RETURN = "return"

/** @param from null: nothing to return to */
const pathWith = (page: string, from: string | null): string =>
  from === null ? page : `${page}?${new URLSearchParams({ [RETURN]: from })}`

export const loginPath = (from: string | null): string => pathWith("/login", from)
export const signupPath = (from: string | null): string => pathWith("/signup", from)

/** Where a profile is created for the page that needs one, such as a card's. */
export const createProfilePath = (from: string): string => pathWith("/edit-profile", from)

const NO_PLACE_TO_RETURN = /^\/(?:login|signup|verify-email|reset-password|api|auth|files|assets|dav)(?:[/?#]|$)/

/** The previous page, if it is a page of this site and not one for signing in. */
export function cameFrom(search: string): string | null {
  const path = ownPath(new URLSearchParams(search).get(RETURN), "")
  return path === "" || NO_PLACE_TO_RETURN.test(path) ? null : path
}

/** Where to go after signing in: the previous page, or the default. */
export const returnPath = (search: string): string => cameFrom(search) ?? DEFAULT_AFTER_LOGIN

/** Whether it is the page of a tapped card. */
export const isCardPath = (path: string): boolean => path.startsWith("/card/")

/** What signing in must not lose: the card that was tapped, or the page that led to signing in. */
export const pageToKeep = (pathname: string, search: string): string | null =>
  isCardPath(pathname) ? pathname : cameFrom(search)

/** The address of the next step, with the same return page. */
export const withReturn = (page: "/login" | "/signup" | "/verify-email", search: string): string =>
  pathWith(page, cameFrom(search))
