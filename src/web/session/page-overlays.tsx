// What can cover any page: the notice of a deactivated account, and the dialog 'Confirm it's you'. Their code is loaded when first needed.
import { useEffect, useState } from "react"
import { lazyOverlay } from "../ui/overlay/lazy-overlay.tsx"
import { type IdentityQuestion, useIdentityQuestion } from "./fetch-with-proofs.ts"
import { useSession, useSignInProgress } from "./session-store.ts"

const Sheet = lazyOverlay<{ open: boolean }>(async () => (await import("./account-block-sheet.tsx")).AccountBlockSheet)

/** In a deactivated account, everything is replaced by the offer to reactivate it (specification section 2). */
export const AccountBlock = () => <Sheet open={useIsBlocked()} />

/** The login page has its own dialog for a sign-in in progress. */
export function useIsBlocked(): boolean {
  const session = useSession()
  const progress = useSignInProgress()
  return progress === null && session.status === "signed-in" && session.me?.account === "deactivated"
}

const ConfirmDialog = lazyOverlay<{ question: IdentityQuestion; open: boolean; email: string }>(
  async () => (await import("./confirm-identity-dialog.tsx")).ConfirmDialog,
)

export function ConfirmIdentity() {
  const question = useIdentityQuestion()
  const session = useSession()
  // While it closes, it keeps its text.
  const [shown, setShown] = useState(question)
  useEffect(() => {
    if (question !== null) setShown(question)
  }, [question])
  const asked = question ?? shown
  if (asked === null) return null
  const email = session.status === "signed-in" ? session.user.email : ""
  const isOpen = question !== null
  return <ConfirmDialog question={asked} open={isOpen} email={email} onMissing={() => asked.settle(false)} />
}
