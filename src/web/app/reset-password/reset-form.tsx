// 'Reset Your Password': the new password twice, then a sign-in with it (specification sections 2, 5 and 8).
import { useForm } from "react-hook-form"
import { useNavigate } from "react-router"
import { resetForm } from "../../../domain/forms.ts"
import { CHANGED_PASSWORD_MIN, SIGNUP_PASSWORD_MIN } from "../../../domain/limits.ts"
import { RESET } from "../../../domain/messages.ts"
import { setNewPassword } from "../../session/reset-session.ts"
import { abandonReset, endHere } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { resolveWith } from "../../ui/form/form-resolver.ts"
import { PasswordField } from "../../ui/form/password-field.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { forgetLink } from "./reset-link.ts"

export function ResetForm({ email }: { email: string }) {
  const navigate = useNavigate()
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: resolveWith(resetForm),
    defaultValues: { newPassword: "", confirmPassword: "" },
  })
  const { errors, isSubmitting } = formState
  const toLogin = () => {
    forgetLink()
    return navigate("/login", { replace: true })
  }

  const update = handleSubmit(async ({ newPassword }) => {
    const failure = await setNewPassword(newPassword)
    if (failure === null) {
      endHere()
      showToast({ title: RESET.doneTitle, description: RESET.done, tone: "good" })
      return toLogin()
    }
    if (failure.noSession) {
      await abandonReset()
      showToast({ title: RESET.title, description: RESET.noSession, tone: "bad" })
      return toLogin()
    }
    showToast({ title: RESET.title, description: failure.message, tone: "bad" })
    if (!failure.isWeak) return
    setError("newPassword", { message: failure.message })
    setFocus("newPassword")
  })

  // The specification's attribute; the form's messages say what is accepted.
  const rules = { required: true, minLength: CHANGED_PASSWORD_MIN, autoComplete: "new-password" }
  return (
    <NarrowPage
      title="Reset Your Password"
      intro={
        <>
          Choose a new password for <strong className="font-semibold text-ink">{email}</strong>. All your devices will
          be signed out.
        </>
      }
    >
      <form method="post" action="/reset-password" onSubmit={update} noValidate className="flex flex-col gap-5">
        {/* Tells password managers whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="New Password"
          help={`At least ${SIGNUP_PASSWORD_MIN} characters`}
          error={errors.newPassword?.message}
          {...rules}
          {...register("newPassword")}
        />
        <PasswordField
          label="Confirm New Password"
          error={errors.confirmPassword?.message}
          {...rules}
          {...register("confirmPassword")}
        />
        <Button type="submit" size="lg" busy={isSubmitting}>
          {isSubmitting ? "Updating Password..." : "Update Password"}
        </Button>
      </form>
    </NarrowPage>
  )
}
