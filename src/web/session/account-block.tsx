// In a deactivated account, everything is replaced by the offer to reactivate it (specification section 2).
import { lazyOverlay } from "../ui/overlay/lazy-overlay.tsx"
import { useSession } from "./session-store.ts"
import { useSignInProgress } from "./sign-in-progress.ts"

const Sheet = lazyOverlay<{ open: boolean }>(async () => (await import("./account-block-sheet.tsx")).AccountBlockSheet)

/** The login page has its own dialog for a sign-in in progress. */
export function useIsBlocked(): boolean {
  const session = useSession()
  const entering = useSignInProgress()
  return entering === null && session.status === "signed-in" && session.me?.account === "deactivated"
}

export const AccountBlock = () => <Sheet open={useIsBlocked()} />
