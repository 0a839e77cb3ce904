// Deletes a deactivated account at once instead of after 30 days; needs the password again.
import { useForm } from "react-hook-form"
import { currentPasswordForm } from "../../../domain/forms.ts"
import { AUTH } from "../../../domain/messages.ts"
import { ApiError, call } from "../../session/api.ts"
import { endHere } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { flashToast } from "../../ui/feedback/flash-toast.ts"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { resolveWith } from "../../ui/form/form-resolver.ts"
import { PasswordField } from "../../ui/form/password-field.tsx"

export function DeleteNow({ onBack }: { onBack: () => void }) {
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: resolveWith(currentPasswordForm),
    defaultValues: { currentPassword: "" },
  })
  const { errors, isSubmitting } = formState

  const remove = handleSubmit(async ({ currentPassword }) => {
    try {
      await call("POST /api/account/deletion", { body: { password: currentPassword } })
    } catch (error) {
      const message = error instanceof ApiError ? error.message : AUTH.unknown
      if (error instanceof ApiError && error.code === "invalid_credentials") {
        setError("currentPassword", { message })
        setFocus("currentPassword")
      } else showToast({ title: "Error deleting account", description: message, tone: "bad" })
      return
    }
    endHere()
    flashToast({ title: "Account deleted for good", tone: "good" })
    location.assign("/")
  })

  return (
    <form method="post" action="/login" onSubmit={remove} noValidate className="flex flex-col gap-5">
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register("currentPassword")}
      />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" disabled={isSubmitting} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="danger" busy={isSubmitting}>
          {isSubmitting ? "Deleting..." : "Delete for good"}
        </Button>
      </div>
    </form>
  )
}
