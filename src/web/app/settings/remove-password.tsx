// Below the password of someone who has a passkey: the offer to remove it.
import { PASSKEY } from "../../../domain/account/passkey-messages.ts"
import { SETTINGS } from "../../../domain/account/settings-messages.ts"
import { call } from "../../session/api.ts"
import { refreshMe } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { useConfirm } from "../../ui/overlay/confirm-dialog.tsx"
import { showFailure } from "../show-failure.ts"
import { askAllAgain } from "../use-asked.tsx"

export function RemovePassword() {
  const { ask, dialog } = useConfirm()
  const remove = async () => {
    try {
      await call("DELETE /api/account/password")
    } catch (error) {
      return showFailure(SETTINGS.passwordFailed, error)
    }
    showToast({
      title: PASSKEY.passwordRemoved,
      description: "From now on, you sign in with your passkeys.",
      tone: "good",
    })
    await Promise.all([refreshMe(), askAllAgain()])
  }
  const askToRemove = () =>
    ask({
      title: "Remove your password?",
      question:
        "You'll only be able to sign in with a passkey, and all your other devices will be signed out. If you lose your passkeys, use “Forgot password?” to set a new one.",
      confirm: "Remove",
      onConfirm: () => void remove(),
    })
  return (
    <div className="mt-6 flex flex-col gap-3 border-line border-t pt-5 sm:flex-row sm:items-center sm:justify-between">
      <p className="text-sm text-ink-soft">You have a passkey, so you don't need a password.</p>
      <Button variant="danger" size="sm" wide onClick={askToRemove}>
        Remove Password
      </Button>
      {dialog}
    </div>
  )
}
