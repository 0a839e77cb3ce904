// False on the server and until the application runs: forms stay disabled so that nothing typed or sent is lost.
import { useSyncExternalStore } from "react"

const never = () => () => undefined

export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
