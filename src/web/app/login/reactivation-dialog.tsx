// After a sign-in to a deactivated account: reactivate it, leave it, or delete it for good at once, which needs the password again
// (specification sections 2 and 4).
import { type FormEvent, useState } from "react"
import type { Me } from "../../../api/account.ts"
import { ACCOUNT } from "../../../domain/account/account-messages.ts"
import { AUTH } from "../../../domain/messages.ts"
import { reactivateAccount } from "../../session/account-actions.ts"
import { ApiError, call, isCanceled } from "../../session/api.ts"
import { endHere, refreshMe } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { dayOf } from "../../ui/dates.ts"
import { flashToast } from "../../ui/feedback/flash-toast.ts"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { useSchemaForm } from "../../ui/form/form-resolver.ts"
import { PasswordField } from "../../ui/form/password-field.tsx"
import { ButtonRow } from "../../ui/layout/button-row.tsx"
import { Dialog } from "../../ui/overlay/dialog.tsx"

interface ReactivationDialogProps {
  me: Me
  onReactivated: () => Promise<void>
  /** not now */
  onLeave: () => Promise<void>
}

export function ReactivationDialog({ me, onReactivated, onLeave }: ReactivationDialogProps) {
  /** undefined: not asked for yet */
  const [isDeleting, setDeleting] = useState<boolean>()
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
      title={isDeleting ? "Delete permanently" : ACCOUNT.blockedTitle}
      description={
        isDeleting
          ? "Your profile, photo, cards and everything else will be deleted right away. This can't be undone."
          : `${ACCOUNT.blocked}${until ? ` Otherwise, it will be permanently deleted on ${dayOf(until)}.` : ""}`
      }
    >
      {isDeleting ? (
        <DeleteNow hasPassword={me.has_password} onBack={() => setDeleting(false)} />
      ) : (
        <div className="flex flex-col gap-3">
          {/* On the close button, one more Enter after the password would sign out. */}
          <Button size="lg" busy={isBusy} onClick={() => void reactivate()} data-first-focus>
            {isBusy ? "Reactivating..." : "Reactivate Account"}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => void onLeave()}>
            Not now
          </Button>
          <Button
            variant="quiet"
            size="sm"
            disabled={isBusy}
            autoFocus={isDeleting === false}
            className="text-ink-soft"
            onClick={() => setDeleting(true)}
          >
            Delete now
          </Button>
        </div>
      )}
    </Dialog>
  )
}

/** Without a password, the server asks for the passkey if it was not just used. */
function DeleteNow({ hasPassword, onBack }: { hasPassword: boolean; onBack: () => void }) {
  const { field, handleSubmit, formState, setError, setFocus } = useSchemaForm((forms) => forms.currentPasswordForm(), {
    currentPassword: "",
  })
  const [isRemoving, setRemoving] = useState(false)
  const isBusy = formState.isSubmitting || isRemoving

  const remove = async (password?: string) => {
    try {
      await call("POST /api/account/deletion", { body: password === undefined ? {} : { password } })
    } catch (error) {
      if (isCanceled(error)) return
      const message = error instanceof ApiError ? error.message : AUTH.unknown
      if (error instanceof ApiError && error.code === "invalid_credentials") {
        setError("currentPassword", { message })
        setFocus("currentPassword")
      } else showToast({ title: "Error deleting account", description: message, tone: "bad" })
      return
    }
    endHere()
    flashToast({ title: "Account permanently deleted", tone: "good" })
    location.assign("/")
  }
  const removeByPassword = handleSubmit(({ currentPassword }) => remove(currentPassword))
  const removeAtOnce = async (event: FormEvent) => {
    event.preventDefault()
    setRemoving(true)
    await remove()
    setRemoving(false)
  }

  return (
    <form
      method="post"
      action="/login"
      onSubmit={hasPassword ? removeByPassword : removeAtOnce}
      noValidate
      className="flex flex-col gap-5"
    >
      {hasPassword && (
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          autoFocus
          {...field("currentPassword")}
        />
      )}
      <ButtonRow>
        <Button variant="secondary" disabled={isBusy} autoFocus={!hasPassword} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="danger" busy={isBusy}>
          {isBusy ? "Deleting..." : "Delete permanently"}
        </Button>
      </ButtonRow>
    </form>
  )
}
