// Security keys in the browser, the second factor that is touched. Each function returns null when it worked, or a message.
import { FACTOR } from "../../domain/account/account-messages.ts"
import { isCanceled } from "./api.ts"
import { authErrorMessage, withAuth } from "./auth-client.ts"
import { errorOf, passkeyMessage } from "./passkeys.ts"

/** @returns undefined when the person canceled the confirmation of identity */
export async function addSecurityKey(friendlyName: string): Promise<string | null | undefined> {
  const error = await errorOf((client) => client.mfa.webauthn.register({ friendlyName }))
  if (error === null) return null
  if (isCanceled(error)) return undefined
  return error.name === "InvalidStateError" ? FACTOR.keyExists : passkeyMessage(error, FACTOR.keyNotAdded)
}

/** The second step of signing in, and the proof that the server wants again (step-up). Any key of the account will do. */
export async function touchSecurityKey(): Promise<string | null> {
  // As the server has them: the session lists those from its last refresh, and keys come and go meanwhile, here and elsewhere.
  const { data, error: unlisted } = await withAuth((client) => client.mfa.listFactors())
  if (unlisted !== null) return authErrorMessage(unlisted)
  const [factor] = data.webauthn
  if (factor === undefined) return FACTOR.unknown
  const error = await errorOf((client) => client.mfa.webauthn.authenticate({ factorId: factor.id }))
  return error && passkeyMessage(error, FACTOR.keyNotUsed)
}
