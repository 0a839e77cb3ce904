// Whether the login page is still busy with somebody who has just given a password or a code: until it is done, nothing else greets, blocks or leads them away.
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
