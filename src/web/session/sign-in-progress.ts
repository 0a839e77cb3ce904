// Whether the login page is still busy with somebody who has just given a password or a code: until it is done, nothing else greets, blocks or leads them away.
import { useSyncExternalStore } from "react"

export type Entering = "password" | "code" | null

let step: Entering = null
const listeners = new Set<() => void>()

export function setEntering(next: Entering): void {
  step = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useEntering = (): Entering =>
  useSyncExternalStore(
    subscribe,
    () => step,
    () => null,
  )
