// The place of the dialog 'Confirm it is you' on every page of the application; its code is loaded when first needed.
import { useEffect, useState } from "react"
import { lazyOverlay } from "../ui/overlay/lazy-overlay.tsx"
import { useSession } from "./session-store.ts"
import { type Question, useQuestion } from "./step-up.ts"

const ConfirmDialog = lazyOverlay<{ question: Question; open: boolean; email: string }>(
  async () => (await import("./confirm-identity-dialog.tsx")).ConfirmDialog,
)

export function ConfirmIdentity() {
  const question = useQuestion()
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
