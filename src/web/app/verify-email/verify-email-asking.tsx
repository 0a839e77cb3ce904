// A confirmation link opened in another browser: shows whose account it is, with buttons for "this is me" and
// "this is not me".
import { useEffect, useState } from "react"
import { useForm } from "react-hook-form"
import { VERIFY } from "../../../domain/account/account-messages.ts"
import { accountPasswordForm } from "../../../domain/forms.ts"
import { signIn } from "../../session/sign-in.ts"
import { setSignInProgress } from "../../session/sign-in-progress.ts"
import { Button } from "../../ui/button.tsx"
import { shortDayOf } from "../../ui/dates.ts"
import { Notice } from "../../ui/feedback/notice.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { resolveWith } from "../../ui/form/form-resolver.ts"
import { PasswordField } from "../../ui/form/password-field.tsx"
import { ButtonLink } from "../../ui/text-link.tsx"
import { ForgotPassword } from "../login/forgot-password.tsx"
import { usePostSignIn } from "../login/use-post-sign-in.ts"
import { NarrowPage } from "../narrow-page.tsx"
import { confirmByPassword, decline, type Verification } from "./verify-hash.ts"

type Asking = Extract<Verification, { state: "asking" }>

interface AskingProps {
  asking: Asking
  /** the result of the link */
  onFound: (result: Verification) => void
  onDeclined: () => void
}

export function AskForPassword({ asking, onFound, onDeclined }: AskingProps) {
  const { facts, isChange } = asking
  const { arrive } = usePostSignIn()
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: resolveWith(accountPasswordForm),
    defaultValues: { password: "" },
  })
  useEffect(() => () => setSignInProgress(null), [])

  const confirm = handleSubmit(async ({ password }) => {
    const result = await confirmByPassword(asking, password)
    if (typeof result === "string") {
      setError("password", { message: result })
      setFocus("password", { shouldSelect: true })
      return
    }
    if (result.state !== "success" || isChange) return onFound(result)
    setSignInProgress("password")
    if ((await signIn(facts.email, password)) === null) return arrive()
    setSignInProgress(null)
    onFound(result)
  })

  return (
    <NarrowPage title="Email Verification" intro={<Whose {...asking} />} isNews>
      <form method="post" action="/verify-email" onSubmit={confirm} noValidate className="flex flex-col gap-5">
        <input type="email" autoComplete="username" value={facts.email} readOnly hidden />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register("password")}
        />
        <Button type="submit" size="lg" busy={formState.isSubmitting}>
          {formState.isSubmitting ? "Confirming..." : "Confirm"}
        </Button>
      </form>
      {!isChange && (
        <div className="mt-3 flex justify-center">
          <ForgotPassword typed={() => facts.email} />
        </div>
      )}
      <NotMe asking={asking} onFound={onFound} onDeclined={onDeclined} />
    </NarrowPage>
  )
}

function Whose({ facts: { email, username, created_at }, isChange }: Asking) {
  const account = username === null ? null : <strong className="font-semibold text-ink">{username}</strong>
  const address = <strong className="font-semibold text-ink wrap-anywhere">{email}</strong>
  if (isChange)
    return (
      <>
        The account {account !== null && <>with the username {account} </>}wants to sign in with {address}. Enter the
        password of that account to confirm.
      </>
    )
  return (
    <>
      An account {account !== null && <>with the username {account} </>}was created with {address} on{" "}
      {shortDayOf(created_at)}. Enter the password you chose to confirm that it is yours.
    </>
  )
}

function NotMe({ asking, onFound, onDeclined }: AskingProps) {
  const [isBusy, setBusy] = useState(false)
  const { isChange } = asking
  const refuse = async () => {
    setBusy(true)
    const result = await decline(asking)
    setBusy(false)
    if (result === null) return onDeclined()
    if (typeof result !== "string") return onFound(result)
    showToast({ title: VERIFY.declineFailed, description: result, tone: "bad", about: "verification" })
  }
  return (
    <div className="mt-5 flex flex-col gap-4 border-line border-t pt-5">
      <p className="text-sm text-ink-soft">
        {isChange
          ? "Don't recognize this account? Someone may have typed your address by mistake. This cancels the request."
          : "Don't recognize this account? Someone may have typed your address by mistake. This deletes the account."}
      </p>
      <Button variant="secondary" busy={isBusy} onClick={() => void refuse()}>
        {isChange ? "I did not ask for this" : "I did not sign up"}
      </Button>
    </div>
  )
}

export function Declined({ isChange }: { isChange: boolean }) {
  return (
    <NarrowPage title="Email Verification" isNews>
      <div className="flex flex-col gap-6">
        <Notice tone="good" title={isChange ? VERIFY.changeDeclinedTitle : VERIFY.declinedTitle}>
          {isChange ? VERIFY.changeDeclined : VERIFY.declined}
        </Notice>
        <ButtonLink href="/" variant="secondary" size="lg">
          Go to Home
        </ButtonLink>
      </div>
    </NarrowPage>
  )
}
