// After signing in with a password, the offer of a passkey: once in each browser (see consider-passkey-offer.ts).
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react"
import { SESSION_KEY } from "./storage.ts"

/** Not part of a session: signing out does not remove it. */
const OFFERED = "meishi-passkey-offered"
/** In the session storage: to be offered, on this page or a later one. Signing out removes it. */
const DUE = `${SESSION_KEY}-passkey-offer`

let isOpen = false
let isHeld = false
const listeners = new Set<() => void>()

function show(next: boolean): void {
  isOpen = next
  announce()
}

function announce(): void {
  for (const listener of listeners) listener()
}

/** Holds the offer back while a component is shown that asks for something more important. */
export function useHoldPasskeyOffer(holds: boolean): void {
  useEffect(() => {
    if (!holds) return
    const hold = (next: boolean) => {
      isHeld = next
      announce()
    }
    hold(true)
    return () => hold(false)
  }, [holds])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the offer, on this page or a later one of this session. Loaded before: without its code there is no offer. */
export async function offerPasskey(): Promise<void> {
  sessionStorage.setItem(DUE, "true")
  await load().then(
    () => show(true),
    () => undefined,
  )
}

export const wasPasskeyOffered = (): boolean => localStorage.getItem(OFFERED) !== null

const load = () => import("./passkey-notice.tsx")
const PasskeyNotice = lazy(async () => ({ default: (await load()).PasskeyNotice }))

export function PasskeyOffer() {
  // It was held back on an earlier page of this tab.
  useEffect(() => {
    if (sessionStorage.getItem(DUE) !== null) void offerPasskey()
  }, [])
  const isShown = useSyncExternalStore(
    subscribe,
    () => isOpen && !isHeld,
    () => false,
  )
  if (!isShown) return null
  return (
    <Suspense>
      <PasskeyNotice onSeen={remember} onClose={closePasskeyOffer} />
    </Suspense>
  )
}

/** Also when there is a passkey by now. */
export function closePasskeyOffer(): void {
  remember()
  show(false)
}

function remember(): void {
  localStorage.setItem(OFFERED, "true")
  sessionStorage.removeItem(DUE)
}
