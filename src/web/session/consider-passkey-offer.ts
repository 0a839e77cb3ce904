// Whether a passkey is offered after signing in with a password: only on a device that has a finger, face or screen lock to use.
import { withAuth } from "./auth-client.ts"
import { offerPasskey, wasPasskeyOffered } from "./passkey-offer.tsx"
import { passkeysPossible } from "./passkeys.ts"
import { whenKnown } from "./session-store.ts"

/**
 * Offers one, once the sign-in is complete, unless that was done in this browser before, the account has one, or this device has nothing to
 * unlock one with.
 */
export async function considerPasskeyOffer(): Promise<void> {
  if (wasPasskeyOffered() || !passkeysPossible() || (await whenKnown()).status !== "signed-in") return
  const canUnlock = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
  if (!canUnlock) return
  const { data } = await withAuth((client) => client.passkey.list())
  if (data?.length === 0) await offerPasskey()
}
