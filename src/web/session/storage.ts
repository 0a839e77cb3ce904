// What the session keeps in the browser in addition to the tokens, and how all of it is removed (specification section 4).

/** Where the auth client stores the session; all other keys of a session start with it. */
export const SESSION_KEY = "meishi-session"

/** A session that ends sooner is refreshed before it is used; the client itself refreshes a token that expires within 90 seconds. */
export const REFRESH_MARGIN_MS = 120_000

/** The ids of your further profiles, for pages that load no session: your own visits are not counted. */
export const OWN_PROFILES_KEY = `${SESSION_KEY}-profiles`

/** The browser's cache for pages that open without a network. */
export const OWN_CARD_CACHE = "meishi-own-card"

export const PASSWORD_RESET = "meishi-password-reset"
const PREVENT_REDIRECT = "meishi-prevent-auto-redirect"
const LOGIN_EMAIL = "meishi-login-email"

/** Also one that has expired. */
export const isStored = (): boolean => localStorage.getItem(SESSION_KEY) !== null

/** While 'true', the session can only set a new password and does not count as signed in. */
export const isPasswordReset = (): boolean => sessionStorage.getItem(PASSWORD_RESET) === "true"
export const startPasswordReset = (): void => sessionStorage.setItem(PASSWORD_RESET, "true")
/** Also removes the session of the reset, and what else this tab keeps of one. */
export function endPasswordReset(): void {
  clear(sessionStorage)
  sessionStorage.removeItem(PASSWORD_RESET)
}

/** Keeps the next sign-in on the login page instead of redirecting; used once. */
export function takePreventRedirect(): boolean {
  const prevented = sessionStorage.getItem(PREVENT_REDIRECT) === "true"
  sessionStorage.removeItem(PREVENT_REDIRECT)
  return prevented
}

/**
 * The address that the login form is filled in with, after a sign-up or a confirmation. In this tab only, and not in the page's
 * address, which would appear in logs.
 */
export const loginEmail = (): string => sessionStorage.getItem(LOGIN_EMAIL) ?? ""
export function rememberLoginEmail(email: string): void {
  try {
    sessionStorage.setItem(LOGIN_EMAIL, email)
  } catch {
    // Without room, it is typed again.
  }
}

/** Removes every stored auth entry from local and session storage; drafts and flags of other kinds stay. */
export function clearAuthStorage(): void {
  clearOwnCard()
  endPasswordReset()
  sessionStorage.removeItem(LOGIN_EMAIL)
}

/** What a session kept on this device, and the copy of the card that opens without a network. */
export function clearOwnCard(): void {
  if (clear(localStorage)) void globalThis.caches?.delete(OWN_CARD_CACHE).catch(() => undefined)
}

/** @returns whether there was anything */
function clear(storage: Storage): boolean {
  const keys = Object.keys(storage).filter((key) => key.startsWith(SESSION_KEY))
  for (const key of keys) storage.removeItem(key)
  return keys.length > 0
}
