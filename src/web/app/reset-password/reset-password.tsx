// /reset-password: opened from the link in the reset email. The new password is entered twice, then a sign-in follows (specification
// sections 2, 4, 5 and 8).
import { useEffect, useState } from "react"
import { useNavigate } from "react-router"
import { RESET } from "../../../domain/account/reset-messages.ts"
import { CHANGED_PASSWORD_MIN, SIGNUP_PASSWORD_MIN } from "../../../domain/limits.ts"
import { endHere } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { PanelFailed } from "../../ui/feedback/panel-waiting.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { useSchemaForm } from "../../ui/form/form-resolver.ts"
import { PasswordField } from "../../ui/form/password-field.tsx"
import type { LoginState } from "../login/refused-link.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { pageTitle } from "../titles.ts"
import { abandonReset } from "./abandon-reset.ts"
import { checkLink, forgetLink, HIDE_LINK, type LinkCheck, setNewPassword } from "./reset-link.ts"

export const meta = pageTitle("Reset Password")
export const handle = { firstScript: HIDE_LINK }

export default function ResetPassword() {
  const [found, setFound] = useState<LinkCheck | null>(null)
  const [attempt, setAttempt] = useState(0)
  const navigate = useNavigate()

  useEffect(() => {
    let isHere = true
    void checkLink(attempt > 0).then((result) => {
      if (!isHere) return
      if (result.state !== "refused") return setFound(result)
      forgetLink()
      void abandonReset()
      void navigate("/login", { replace: true, state: { refusedLink: result.message } satisfies LoginState })
    })
    return () => {
      isHere = false
    }
  }, [attempt, navigate])

  const retry = () => {
    setFound(null)
    setAttempt(attempt + 1)
  }
  if (found?.state === "ready") return <ResetForm email={found.email} />
  return (
    <NarrowPage title="Validating Reset Link">
      {found?.state === "unchecked" ? (
        <PanelFailed title="We couldn't check your link" problem={found.problem} onRetry={retry} />
      ) : (
        <p role="status" className="flex items-center gap-3 text-ink-soft">
          <Spinner />
          Please wait while we validate your password reset link
        </p>
      )}
    </NarrowPage>
  )
}

function ResetForm({ email }: { email: string }) {
  const navigate = useNavigate()
  const passwords = { newPassword: "", confirmPassword: "" }
  const { field, handleSubmit, formState, setError, setFocus } = useSchemaForm((forms) => forms.resetForm(), passwords)
  const { isSubmitting } = formState
  const toLogin = (state?: LoginState) => {
    forgetLink()
    return navigate("/login", { replace: true, state })
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
      return toLogin({ refusedLink: RESET.noSession })
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
          {...rules}
          {...field("newPassword")}
        />
        <PasswordField label="Confirm New Password" {...rules} {...field("confirmPassword")} />
        <Button type="submit" size="lg" busy={isSubmitting}>
          {isSubmitting ? "Updating Password..." : "Update Password"}
        </Button>
      </form>
    </NarrowPage>
  )
}
