// After signing in with a password, the offer of a passkey: once in each browser, if it has a finger, face or screen lock to use.
import { lazy, Suspense, useSyncExternalStore } from "react"
import { withAuth } from "./auth-client.ts"

/** Not part of a session: signing out does not remove it. */
const OFFERED = "meishi-passkey-offered"

let isOpen = false
const listeners = new Set<() => void>()

function show(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens it unless it was shown here before, the account has a passkey, or this device has nothing to unlock one with. */
export async function considerPasskeyOffer(): Promise<void> {
  if (localStorage.getItem(OFFERED) !== null) return
  const { passkeysPossible } = await import("./passkeys.ts")
  if (!passkeysPossible()) return
  const canUnlock = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
  if (!canUnlock) return
  const { data } = await withAuth((client) => client.passkey.list())
  if (data?.length !== 0) return
  // Loaded before it is shown: without its code there is no offer.
  const isLoaded = await load().then(
    () => true,
    () => false,
  )
  if (isLoaded) show(true)
}

const load = () => import("./passkey-notice.tsx")
const PasskeyNotice = lazy(async () => ({ default: (await load()).PasskeyNotice }))

export function PasskeyOffer() {
  const isShown = useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  )
  if (!isShown) return null
  return (
    <Suspense>
      <PasskeyNotice onShown={remember} onClose={() => show(false)} />
    </Suspense>
  )
}

const remember = () => localStorage.setItem(OFFERED, "true")
