// After a sign-in to a deactivated account: reactivate it, leave it, or delete it for good (specification sections 2 and 4).
import { useState } from "react"
import type { Me } from "../../../api/account.ts"
import { reactivateAccount } from "../../session/reactivate.ts"
import { refreshMe } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { dayOf } from "../../ui/dates.ts"
import { Dialog } from "../../ui/overlay/dialog.tsx"
import { DeleteNow } from "./delete-now.tsx"

interface ReactivationDialogProps {
  me: Me
  onReactivated: () => Promise<void>
  /** not now */
  onLeave: () => Promise<void>
}

export function ReactivationDialog({ me, onReactivated, onLeave }: ReactivationDialogProps) {
  const [isDeleting, setDeleting] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const until = me.profile?.deletion_scheduled_at

  const reactivate = async () => {
    setBusy(true)
    if (await reactivateAccount()) {
      await refreshMe()
      return onReactivated()
    }
    setBusy(false)
  }

  return (
    <Dialog
      open
      onOpenChange={() => !isBusy && void onLeave()}
      title={isDeleting ? "Delete for good" : "Your account is deactivated"}
      description={
        isDeleting
          ? "Your profile, photo, cards and everything else are removed at once. Nobody can bring them back."
          : `Reactivate it and everything is as it was.${until ? ` Otherwise it will be deleted for good on ${dayOf(until)}.` : ""}`
      }
    >
      {isDeleting ? (
        <DeleteNow onBack={() => setDeleting(false)} />
      ) : (
        <div className="flex flex-col gap-3">
          <Button size="lg" busy={isBusy} onClick={() => void reactivate()}>
            {isBusy ? "Reactivating..." : "Reactivate Account"}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => void onLeave()}>
            Not now
          </Button>
          <Button
            variant="quiet"
            size="sm"
            disabled={isBusy}
            className="text-ink-soft"
            onClick={() => setDeleting(true)}
          >
            Delete for good now
          </Button>
        </div>
      )}
    </Dialog>
  )
}
