// False on the server and until the application runs: forms stay disabled so that nothing typed or sent is lost.
import { useDeferredValue, useSyncExternalStore } from "react"

const never = () => () => undefined

/** Deferred: the form is rendered once more in pieces, between other work. */
export const useHydrated = (): boolean =>
  useDeferredValue(
    useSyncExternalStore(
      never,
      () => true,
      () => false,
    ),
  )
