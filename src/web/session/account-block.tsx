// Who is signed in to a deactivated account sees nothing but the way back (specification section 2).
import { lazyOverlay } from "../ui/overlay/lazy-overlay.tsx"
import { useSession } from "./session-store.ts"
import { useSignInProgress } from "./sign-in-progress.ts"

const Sheet = lazyOverlay<{ open: boolean }>(async () => (await import("./account-block-sheet.tsx")).AccountBlockSheet)

/** The login page has a dialog of its own for somebody who is just signing in. */
export function useIsBlocked(): boolean {
  const session = useSession()
  const entering = useSignInProgress()
  return entering === null && session.status === "signed-in" && session.me?.account === "deactivated"
}

export const AccountBlock = () => <Sheet open={useIsBlocked()} />
