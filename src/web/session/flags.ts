// What the session stores in the browser in addition to the tokens, and how all of it is removed (specification section 4).
import { OWN_CARD_CACHE } from "../offline/cache-name.ts"
import { forgetLoginEmail } from "./login-email.ts"
import { SESSION_KEY } from "./session-key.ts"

const PASSWORD_RESET = "meishi-password-reset"
const PREVENT_REDIRECT = "meishi-prevent-auto-redirect"

/** While 'true', the session can only set a new password and does not count as signed in. */
export const isPasswordReset = (): boolean => sessionStorage.getItem(PASSWORD_RESET) === "true"
export const startPasswordReset = (): void => sessionStorage.setItem(PASSWORD_RESET, "true")
export const endPasswordReset = (): void => sessionStorage.removeItem(PASSWORD_RESET)

/** Keeps the next sign-in on the login page instead of redirecting; used once. */
export function takePreventRedirect(): boolean {
  const prevented = sessionStorage.getItem(PREVENT_REDIRECT) === "true"
  sessionStorage.removeItem(PREVENT_REDIRECT)
  return prevented
}

/** Removes every stored auth entry from local and session storage; drafts and flags of other kinds stay. */
export function clearAuthStorage(): void {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(SESSION_KEY)) storage.removeItem(key)
  endPasswordReset()
  forgetLoginEmail()
  // The copy of the card that opens without a network.
  void globalThis.caches?.delete(OWN_CARD_CACHE).catch(() => undefined)
}
