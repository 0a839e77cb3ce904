// 'Password Settings' (specification sections 5 and 8): changing the password, and removing it.
import { Suspense } from "react"
import { useForm } from "react-hook-form"
import { SETTINGS } from "../../../domain/account/settings-messages.ts"
import { SIGNUP_PASSWORD_MIN } from "../../../domain/limits.ts"
import { FIELD } from "../../../domain/messages.ts"
import { isCanceled } from "../../session/api.ts"
import { authErrorMessage, withAuth } from "../../session/auth-client.ts"
import { Button } from "../../ui/button.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { resolveWith } from "../../ui/form/form-resolver.ts"
import { PasswordField } from "../../ui/form/password-field.tsx"
import { later } from "../../ui/later.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { askAllAgain } from "../use-asked.tsx"

/** Most accounts have no passkey. */
const RemovePassword = later(async () => (await import("./remove-password.tsx")).RemovePassword)

export interface PasswordCardProps {
  /** tells password managers whose password this is */
  email: string
}

const PASSWORDS = [
  ["currentPassword", "Current Password", "current-password"],
  ["newPassword", "New Password", "new-password", `At least ${SIGNUP_PASSWORD_MIN} characters`],
  ["confirmPassword", "Confirm New Password", "new-password"],
] as const

/** What the server refused → the field it is about. */
const FIELD_OF: Record<string, "currentPassword" | "newPassword"> = {
  invalid_credentials: "currentPassword",
  weak_password: "newPassword",
}

/** The server verifies the current password and ends every other session. */
export function PasswordCard({ email, isRemovable }: PasswordCardProps & { isRemovable: boolean }) {
  const { register, handleSubmit, formState, setError, setFocus, reset } = useForm({
    resolver: resolveWith((forms) => forms.passwordChangeForm()),
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
  })
  const { errors, isSubmitting } = formState

  const update = handleSubmit(async ({ currentPassword, newPassword }) => {
    const { error } = await withAuth((client) =>
      client.updateUser({ password: newPassword, current_password: currentPassword }),
    )
    if (error === null) {
      showToast({
        title: SETTINGS.passwordUpdated,
        description: "All other devices were signed out.",
        tone: "good",
      })
      reset()
      await askAllAgain()
      return
    }
    if (isCanceled(error)) return
    const isWrong = error.code === "invalid_credentials"
    const message = isWrong ? FIELD.currentPasswordWrong : authErrorMessage(error)
    const description = error.status === 0 ? `${message} ${SETTINGS.passwordUnanswered}` : message
    showToast({ title: SETTINGS.passwordFailed, description, tone: "bad" })
    const field = FIELD_OF[error.code ?? ""]
    if (field === undefined) return
    setError(field, { message })
    setFocus(field, { shouldSelect: true })
  })

  return (
    <Panel title="Password Settings" intro="Changing your password signs out all your other devices.">
      <form method="post" action="/settings" onSubmit={update} noValidate className="grid gap-5 sm:grid-cols-2">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {PASSWORDS.map(([name, label, autoComplete, help]) => (
          <div key={name} className={name === "newPassword" ? "sm:col-start-1" : ""}>
            <PasswordField
              label={label}
              help={help}
              autoComplete={autoComplete}
              error={errors[name]?.message}
              {...register(name)}
            />
          </div>
        ))}
        <Button
          size="sm"
          type="submit"
          variant="secondary"
          className="sm:col-span-2 sm:justify-self-end"
          busy={isSubmitting}
        >
          {isSubmitting ? "Updating..." : "Update Password"}
        </Button>
      </form>
      {isRemovable && (
        <Suspense>
          <RemovePassword />
        </Suspense>
      )}
    </Panel>
  )
}
