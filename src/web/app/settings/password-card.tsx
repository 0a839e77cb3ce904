// 'Password Settings': the server verifies the current password and ends every other session (specification sections 5 and 8).
import { useForm } from "react-hook-form"
import { passwordChangeForm } from "../../../domain/forms.ts"
import { SIGNUP_PASSWORD_MIN } from "../../../domain/limits.ts"
import { FIELD, SETTINGS } from "../../../domain/messages.ts"
import { authClient } from "../../session/auth-client.ts"
import { authErrorMessage } from "../../session/auth-error-message.ts"
import { isCancelled } from "../../session/step-up.ts"
import { Button } from "../../ui/button.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { resolveWith } from "../../ui/form/form-resolver.ts"
import { PasswordField } from "../../ui/form/password-field.tsx"
import { Panel } from "../../ui/layout/panel.tsx"

/** What the server refused → the field it is about. */
const FIELD_OF: Record<string, "currentPassword" | "newPassword"> = {
  invalid_credentials: "currentPassword",
  weak_password: "newPassword",
}

export function PasswordCard({ email }: { email: string }) {
  const { register, handleSubmit, formState, setError, setFocus, reset } = useForm({
    resolver: resolveWith(passwordChangeForm),
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
  })
  const { errors, isSubmitting } = formState

  const update = handleSubmit(async ({ currentPassword, newPassword }) => {
    const { error } = await authClient().updateUser({ password: newPassword, current_password: currentPassword })
    if (error === null) {
      showToast({
        title: SETTINGS.passwordUpdated,
        description: "All your other devices were signed out.",
        tone: "good",
      })
      reset()
      return
    }
    if (isCancelled(error)) return
    const isWrong = error.code === "invalid_credentials"
    const message = isWrong ? FIELD.currentPasswordWrong : authErrorMessage(error)
    showToast({ title: SETTINGS.passwordFailed, description: message, tone: "bad" })
    const field = FIELD_OF[error.code ?? ""]
    if (field === undefined) return
    setError(field, { message })
    setFocus(field, { shouldSelect: true })
  })

  return (
    <Panel title="Password Settings" intro="Changing your password signs out all your other devices.">
      <form method="post" action="/settings" onSubmit={update} noValidate className="flex flex-col gap-5">
        {/* Tells password managers whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register("currentPassword")}
        />
        <PasswordField
          label="New Password"
          help={`At least ${SIGNUP_PASSWORD_MIN} characters`}
          autoComplete="new-password"
          error={errors.newPassword?.message}
          {...register("newPassword")}
        />
        <PasswordField
          label="Confirm New Password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register("confirmPassword")}
        />
        <Button type="submit" variant="secondary" className="sm:self-end" busy={isSubmitting}>
          {isSubmitting ? "Updating..." : "Update Password"}
        </Button>
      </form>
    </Panel>
  )
}
