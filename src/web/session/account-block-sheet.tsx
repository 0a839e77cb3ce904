// 'Account Deactivated': replaces everything for a signed-in user whose account is deactivated (specification section 2).
import { AlertDialog as Base } from "@base-ui/react/alert-dialog"
import { useEffect, useState } from "react"
import { ACCOUNT } from "../../domain/account/account-messages.ts"
import { AUTH } from "../../domain/messages.ts"
import { Mark } from "../layout/mark.tsx"
import { Button } from "../ui/button.tsx"
import { showToast } from "../ui/feedback/toast-manager.ts"
import { useInertBehind } from "../ui/overlay/inert-behind.ts"
import { reactivateAccount } from "./account-actions.ts"
import { refreshMe } from "./session-store.ts"

/** Cannot be dismissed: no close button, no Escape, no click outside, and the page behind it is covered. */
export function AccountBlockSheet({ open }: { open: boolean }) {
  const [isBusy, setBusy] = useState(false)
  useInertBehind(open)
  // It may have been reactivated in another tab.
  useEffect(() => {
    if (!open) return
    const askAgain = () => void (document.hidden || refreshMe())
    document.addEventListener("visibilitychange", askAgain)
    return () => document.removeEventListener("visibilitychange", askAgain)
  }, [open])
  const reactivate = async () => {
    setBusy(true)
    if (await reactivateAccount()) {
      await refreshMe()
      showToast({ title: AUTH.reactivated, description: AUTH.reactivatedDetail, tone: "good" })
    }
    setBusy(false)
  }
  return (
    <Base.Root open={open}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 min-h-dvh bg-paper" />
        <Base.Popup className="fixed inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md overflow-y-auto rounded-2xl border border-line bg-sheet p-6 text-ink shadow-card sm:p-8">
          <Mark className="size-10" />
          <Base.Title className="mt-5 font-serif text-xl font-semibold">{ACCOUNT.blockedTitle}</Base.Title>
          <Base.Description className="mt-2 text-ink-soft">{ACCOUNT.blocked}</Base.Description>
          <Button size="lg" className="mt-6 w-full" busy={isBusy} onClick={() => void reactivate()}>
            {isBusy ? "Reactivating..." : "Reactivate Account"}
          </Button>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
