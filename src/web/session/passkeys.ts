// Passkeys in the browser: signing in with one, from a button or from the email field, and confirming the identity. Each function returns
// null when it worked, or a message.
import type { GoTrueClient } from "@supabase/auth-js"
import { PASSKEY } from "../../domain/account/passkey-messages.ts"
import { PASSKEY_CHALLENGE_S } from "../../domain/limits.ts"
import { isCanceled } from "./api.ts"
import { askOurServer, authErrorMessage, isAuthError, postToAuth, withAuth } from "./auth-client.ts"
import { setSignInProgress } from "./session-store.ts"

/** A minute before the challenge expires, the field gets a new one. */
const OFFERED_MS = (PASSKEY_CHALLENGE_S - 60) * 1000

const isAddress = (host: string): boolean => /^[\d.]+$|^\[/.test(host)

/** Browsers make passkeys for names only, and only over https or on localhost. */
export const passkeysPossible = (): boolean =>
  typeof PublicKeyCredential === "function" && !isAddress(location.hostname)

/** Whether it can also make one before there is an account. */
export const canSignUpByPasskey = (): boolean =>
  passkeysPossible() && typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function"

/** @param otherwise the message when the browser or the person ended it */
export const passkeyMessage = (error: unknown, otherwise: string): string =>
  isAuthError(error) && error.name !== "AuthUnknownError" && error.status !== undefined
    ? authErrorMessage(error)
    : otherwise

/** What went wrong, or null. The client throws when a password manager gives it an answer that it cannot write down. */
export const errorOf = (act: (client: GoTrueClient) => Promise<{ error: Error | null }>): Promise<Error | null> =>
  withAuth(act).then(
    ({ error }) => error,
    (error: Error) => error,
  )

/** @returns null when it was added, or a message; undefined when the person canceled the confirmation of identity */
export async function addPasskey(): Promise<string | null | undefined> {
  const error = await errorOf((client) => client.registerPasskey())
  if (error === null) return null
  if (isCanceled(error)) return undefined
  return error.name === "InvalidStateError" ? PASSKEY.exists : passkeyMessage(error, PASSKEY.notAdded)
}

/** The browser asks which passkey, in a window of its own. @param during the step of the login page that the button is on */
export async function signInWithPasskey(during: "passkey" | "code" = "passkey"): Promise<string | null> {
  setSignInProgress(during)
  const error = await errorOf((client) => client.signInWithPasskey())
  if (error === null) return null
  setSignInProgress(null)
  return passkeyMessage(error, PASSKEY.notUsed)
}

/**
 * Offers passkeys among what the browser fills into the email field (`autocomplete="… webauthn"`), until one is chosen or `stop` ends it.
 * @returns as the others; undefined when none was chosen, or the browser cannot offer any
 */
export async function offerPasskeys(stop: AbortSignal): Promise<string | null | undefined> {
  const canOffer = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.().catch(() => false)
  while (canOffer && passkeysPossible() && !stop.aborted) {
    const old = AbortSignal.timeout(OFFERED_MS)
    const chosen = await choosePasskey({ mediation: "conditional", signal: AbortSignal.any([stop, old]) })
    const isNone = typeof chosen === "string"
    if (isNone && old.aborted && !stop.aborted) continue
    if (isNone || stop.aborted) return undefined
    setSignInProgress("passkey")
    const { error } = await withAuth((client) => client.passkey.verifyAuthentication(chosen))
    if (error === null) return null
    setSignInProgress(null)
    return passkeyMessage(error, PASSKEY.notUsed)
  }
  return undefined
}

/** @returns a message when the browser cannot use one, or the person chose none, or the server gave no challenge */
export async function choosePasskey(how: CredentialRequestOptions = {}) {
  if (!canProveByPasskey()) return PASSKEY.impossible
  // As the client's startAuthentication, which the login page would have to load before anyone signs in.
  const begun = await postToAuth<Challenge>("/auth/v1/passkeys/authentication/options", {})
  if (!begun.ok) return authErrorMessage(begun)
  try {
    // The client's type of extensions, of which the server sends none, is another one than the browser's.
    const { extensions: _, ...options } = begun.body.options
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const credential = await navigator.credentials.get({ ...how, publicKey })
    if (!(credential instanceof PublicKeyCredential)) return PASSKEY.notUsed
    // The client's type names the two answers together.
    const answer = credential.toJSON() as Parameters<GoTruePasskeys["verifyAuthentication"]>[0]["credential"]
    return { challengeId: begun.body.challenge_id, credential: answer }
  } catch {
    return PASSKEY.notUsed
  }
}
type GoTruePasskeys = GoTrueClient["passkey"]
type Challenge = NonNullable<Awaited<ReturnType<GoTruePasskeys["startAuthentication"]>>["data"]>

export const canProveByPasskey = (): boolean =>
  passkeysPossible() && typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function"

/** The proof that the server wants again (step-up). */
export async function proveByPasskey(): Promise<string | null> {
  const chosen = await choosePasskey()
  if (typeof chosen === "string") return chosen
  const { data } = await withAuth((client) => client.getSession())
  const response = await askOurServer("/auth/v1/passkeys/identity-proof", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify({ challenge_id: chosen.challengeId, credential: chosen.credential }),
  }).catch((error: Error) => error)
  if (response instanceof Error) return response.message
  return response.ok ? null : authErrorMessage(await response.json())
}
