// The dialog that deactivates the account. Loaded when it opens.
import { useState } from "react"
import { confirmsDeactivation, DEACTIVATION_WORD } from "../../../domain/account/lifecycle.ts"
import { SETTINGS } from "../../../domain/account/settings-messages.ts"
import { REACTIVATION_WINDOW_DAYS } from "../../../domain/limits.ts"
import { call } from "../../session/api.ts"
import { endHere, leave } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { flashToast } from "../../ui/feedback/flash-toast.ts"
import { TextField } from "../../ui/form/text-field.tsx"
import { ButtonRow } from "../../ui/layout/button-row.tsx"
import { Dialog } from "../../ui/overlay/dialog.tsx"
import { showFailure } from "../show-failure.ts"

const DAYS = REACTIVATION_WINDOW_DAYS

export interface DeactivateDialogProps {
  open: boolean
  userId: string
  onClose: () => void
}

export const DeactivateDialog = ({ open, userId, onClose }: DeactivateDialogProps) => (
  <Dialog
    title="Deactivate your account?"
    description={`Your page and photo disappear for everyone, your cards stop working, and you are signed out. Sign in within ${DAYS} days to bring it all back.`}
    open={open}
    onOpenChange={onClose}
  >
    <Confirm userId={userId} onCancel={onClose} />
  </Dialog>
)

function Confirm({ userId, onCancel }: { userId: string; onCancel: () => void }) {
  const [typed, setTyped] = useState("")
  const [isBusy, setBusy] = useState(false)
  const isMeant = confirmsDeactivation(typed)

  const deactivate = async () => {
    setBusy(true)
    try {
      await call("POST /api/functions/delete-user-account", { body: { user_id: userId } })
    } catch (error) {
      showFailure(SETTINGS.deactivateFailed, error)
      setBusy(false)
      return
    }
    // The server has ended the session, and this page is about to be left.
    leave()
    endHere()
    flashToast({
      title: SETTINGS.deactivated,
      description: SETTINGS.deactivatedDetail(DAYS),
      tone: "good",
    })
    location.assign("/")
  }

  return (
    <form
      method="post"
      action="/settings"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (isMeant && !isBusy) void deactivate()
      }}
    >
      <TextField
        label={`Type “${DEACTIVATION_WORD}” to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ButtonRow>
        <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" disabled={!isMeant} busy={isBusy}>
          {isBusy ? "Deactivating..." : "Deactivate Account"}
        </Button>
      </ButtonRow>
    </form>
  )
}
