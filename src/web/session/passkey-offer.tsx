// After signing in with a password, the offer of a passkey: once in each browser, if it has a finger, face or screen lock to use.
import { useEffect, useSyncExternalStore } from "react"
import { PASSKEY } from "../../domain/account/account-messages.ts"
import { Button } from "../ui/button.tsx"
import { Notice } from "../ui/feedback/notice.tsx"
import { showToast } from "../ui/feedback/toast-manager.ts"
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
  if (data?.length === 0) show(true)
}

export function PasskeyOffer() {
  const isShown = useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  )
  useEffect(() => {
    if (isShown) localStorage.setItem(OFFERED, "true")
  }, [isShown])
  if (!isShown) return null
  const add = async () => {
    const { addPasskey } = await import("./passkeys.ts")
    const problem = await addPasskey()
    if (problem === undefined) return
    if (problem === null) showToast({ title: PASSKEY.added, tone: "good" })
    else showToast({ title: PASSKEY.failed, description: problem, tone: "bad" })
    if (problem === null) show(false)
  }
  return (
    <Notice title="Next time, sign in with a touch" className="mb-6">
      <p>
        A passkey uses your fingerprint, face or screen lock instead of your password. You can also add one later in the
        settings.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onAct={add}>
          Set up a passkey
        </Button>
        <Button variant="quiet" size="sm" onClick={() => show(false)}>
          Not now
        </Button>
      </div>
    </Notice>
  )
}
