// Whether the login page is still handling a password or code: until it is done, nothing else may greet, block or redirect.
import { useSyncExternalStore } from "react"

export type SignInProgress = "password" | "code" | null

let step: SignInProgress = null
const listeners = new Set<() => void>()

export function setSignInProgress(next: SignInProgress): void {
  step = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSignInProgress = (): SignInProgress =>
  useSyncExternalStore(
    subscribe,
    () => step,
    () => null,
  )
