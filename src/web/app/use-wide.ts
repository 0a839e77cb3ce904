// Whether there is room for a table.
import { useSyncExternalStore } from "react"

const WIDE = "(min-width: 64rem)"

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener("change", listener)
  return () => query.removeEventListener("change", listener)
}

/** False on the server: nothing that depends on it is shown before the browser has loaded the list. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => false,
  )
