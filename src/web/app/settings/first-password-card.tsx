// 'Password Settings' of an account without a password: setting the first one. Loaded by those accounts.
import { PASSKEY } from "../../../domain/account/passkey-messages.ts"
import { SETTINGS } from "../../../domain/account/settings-messages.ts"
import { SIGNUP_PASSWORD_MIN } from "../../../domain/limits.ts"
import { authErrorMessage, withAuth } from "../../session/auth-client.ts"
import { refreshMe } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { useSchemaForm } from "../../ui/form/form-resolver.ts"
import { PasswordField } from "../../ui/form/password-field.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { showFailure } from "../show-failure.ts"
import { askAllAgain } from "../use-asked.tsx"
import type { PasswordCardProps } from "./password-card.tsx"

/** Without a current password to ask for, the server asks for the passkey or the company's login. */
export function FirstPasswordCard({ email }: PasswordCardProps) {
  const { field, handleSubmit, formState, reject } = useSchemaForm((forms) => forms.resetForm(), {
    newPassword: "",
    confirmPassword: "",
  })
  const { isSubmitting } = formState
  const set = handleSubmit(async ({ newPassword }) => {
    const { error } = await withAuth((client) => client.updateUser({ password: newPassword }))
    if (error === null) {
      showToast({ title: PASSKEY.passwordSet, description: "All other devices were signed out.", tone: "good" })
      await Promise.all([refreshMe(), askAllAgain()])
      return
    }
    showFailure(SETTINGS.passwordFailed, error)
    if (error.code === "weak_password") reject("newPassword", authErrorMessage(error))
  })
  return (
    <Panel
      title="Password Settings"
      intro="Your account has no password. You can set one, which signs out all your other devices."
    >
      <form method="post" action="/settings" onSubmit={set} noValidate className="flex flex-col gap-5">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="New Password"
          help={`At least ${SIGNUP_PASSWORD_MIN} characters`}
          autoComplete="new-password"
          {...field("newPassword")}
        />
        <PasswordField label="Confirm New Password" autoComplete="new-password" {...field("confirmPassword")} />
        <Button size="sm" type="submit" variant="secondary" className="sm:self-end" busy={isSubmitting}>
          {isSubmitting ? "Saving..." : "Set Password"}
        </Button>
      </form>
    </Panel>
  )
}
