// False on the server and until the application runs: forms stay disabled so that nothing typed or sent is lost.
import { startTransition, useEffect, useState } from "react"

let isHydrated = false

/** Turns true in pieces, between other work: a form that is rendered once more at once would hold up a slow phone. */
export function useHydrated(): boolean {
  const [is, set] = useState(() => isHydrated)
  useEffect(() => {
    isHydrated = true
    startTransition(() => set(true))
  }, [])
  return is
}
