// False on the server and until the application runs: what the server renders stays disabled until then, so that no press and no input is lost.
import { startTransition, useEffect, useState } from "react"

let isHydrated = false

/** Turns true as a transition, between other work: rendering a whole form again at once would block a slow phone. */
export function useHydrated(): boolean {
  const [is, set] = useState(() => isHydrated)
  useEffect(() => {
    isHydrated = true
    startTransition(() => set(true))
  }, [])
  return is
}
