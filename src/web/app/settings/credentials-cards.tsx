// 'Sign-in Email Settings' and 'Password Settings' (specification sections 5 and 8).
import { useState } from "react"
import { useForm } from "react-hook-form"
import { emailForm, passwordChangeForm } from "../../../domain/forms.ts"
import { SIGNUP_PASSWORD_MIN } from "../../../domain/limits.ts"
import { AUTH, FIELD, SETTINGS } from "../../../domain/messages.ts"
import { isCancelled } from "../../session/api.ts"
import { authClient, authErrorMessage } from "../../session/auth-client.ts"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/feedback/notice.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { resolveWith } from "../../ui/form/form-resolver.ts"
import { PasswordField } from "../../ui/form/password-field.tsx"
import { TextField } from "../../ui/form/text-field.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { showFailure } from "../show-failure.ts"

const SAME = "This is your sign-in email already."

/** Nothing changes until the link sent to the new address is opened. The contact email stays. */
export function EmailCard({ email: current }: { email: string }) {
  const [asked, setAsked] = useState<string | null>(null)
  const { register, handleSubmit, formState, setError, setFocus, reset } = useForm({
    resolver: resolveWith(emailForm),
    defaultValues: { email: "" },
  })
  const { errors, isSubmitting } = formState

  const refuse = (message: string) => {
    setError("email", { message })
    setFocus("email")
  }
  const update = handleSubmit(async ({ email }) => {
    if (email.toLowerCase() === current.toLowerCase()) return refuse(SAME)
    const emailRedirectTo = `${location.origin}/verify-email`
    const { error } = await authClient().updateUser({ email }, { emailRedirectTo })
    if (error === null) {
      showToast({ title: AUTH.emailUpdated, description: AUTH.emailUpdatedDetail, tone: "good" })
      setAsked(email)
      reset()
      return
    }
    showFailure(SETTINGS.emailFailed, error)
    if (error.code === "email_already_exists" || error.code === "validation_failed") refuse(error.message)
  })

  return (
    <Panel
      title="Sign-in Email Settings"
      intro={
        <>
          You sign in with <strong className="font-semibold text-ink">{current}</strong>. The email on your profile
          won't change.
        </>
      }
    >
      <form method="post" action="/settings" onSubmit={update} noValidate className="flex flex-col gap-5">
        {asked !== null && asked !== current && (
          <Notice title={`Waiting for ${asked}`}>
            Open the link we sent there to confirm it. Until then you sign in as before.
          </Notice>
        )}
        <TextField
          label="New Sign-in Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          spellCheck={false}
          error={errors.email?.message}
          {...register("email")}
        />
        <Button type="submit" variant="secondary" className="sm:self-end" busy={isSubmitting}>
          {isSubmitting ? "Updating..." : "Update Email"}
        </Button>
      </form>
    </Panel>
  )
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
        {PASSWORDS.map(([name, label, autoComplete, help]) => (
          <PasswordField
            key={name}
            label={label}
            help={help}
            autoComplete={autoComplete}
            error={errors[name]?.message}
            {...register(name)}
          />
        ))}
        <Button type="submit" variant="secondary" className="sm:self-end" busy={isSubmitting}>
          {isSubmitting ? "Updating..." : "Update Password"}
        </Button>
      </form>
    </Panel>
  )
}
