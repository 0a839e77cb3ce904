// A confirmation link opened in another browser: shows whose account it is, with buttons for "this is me" and
// "this is not me".
import { useState } from "react"
import IconCircleCheck from "~icons/circle-check"
import IconFingerprint from "~icons/fingerprint"
import { PASSKEY } from "../../../domain/account/passkey-messages.ts"
import { VERIFY } from "../../../domain/account/sign-up-messages.ts"
import { useSite } from "../../layout/site.ts"
import { canProveByPasskey } from "../../session/passkeys.ts"
import { setSignInProgress } from "../../session/session-store.ts"
import { signIn, usePostSignIn } from "../../session/sign-in.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { shortDayOf } from "../../ui/dates.ts"
import { Notice } from "../../ui/feedback/notice.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { useSchemaForm } from "../../ui/form/form-resolver.ts"
import { PasswordField } from "../../ui/form/password-field.tsx"
import { ButtonLink } from "../../ui/text-link.tsx"
import { ForgotPassword } from "../login/forgot-password.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { type Asking, confirmByPasskey, confirmByPassword, decline, type Verification } from "./verify-hash.ts"

interface AskingProps {
  asking: Asking
  /** the result of the link */
  onFound: (result: Verification) => void
  onDeclined: () => void
}

/** The password of the account, or a passkey of it if it has no password. */
export function AskWhoSignedUp({ asking, onFound, onDeclined }: AskingProps) {
  const { facts, isChange } = asking
  const By = facts.has_password ? ByPassword : ByPasskey
  const hasPasswordSignIn = useSite().sign_in.includes("password")
  return (
    <NarrowPage title="Email Verification" intro={<Whose {...asking} />} isNews>
      <By asking={asking} onFound={onFound} />
      {!isChange && facts.has_password && hasPasswordSignIn && <ForgotPassword typed={() => facts.email} />}
      <NotMe asking={asking} onFound={onFound} onDeclined={onDeclined} />
    </NarrowPage>
  )
}

type ByProps = Omit<AskingProps, "onDeclined">

function ByPassword({ asking, onFound }: ByProps) {
  const { facts, isChange } = asking
  const { finishSignIn } = usePostSignIn()
  const { field, handleSubmit, formState, reject } = useSchemaForm((forms) => forms.accountPasswordForm(), {
    password: "",
  })

  const confirm = handleSubmit(async ({ password }) => {
    const result = await confirmByPassword(asking, password)
    if (typeof result === "string") return reject("password", result)
    if (result.state !== "success" || isChange) return onFound(result)
    setSignInProgress("password")
    if ((await signIn(facts.email, password)) === null) return finishSignIn()
    setSignInProgress(null)
    onFound(result)
  })

  return (
    <form method="post" action="/verify-email" onSubmit={confirm} noValidate className="flex flex-col gap-5">
      <input type="email" autoComplete="username" value={facts.email} readOnly hidden />
      <PasswordField label="Password" autoComplete="current-password" {...field("password")} />
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        {formState.isSubmitting ? "Confirming..." : "Confirm"}
      </Button>
    </form>
  )
}

function ByPasskey({ asking, onFound }: ByProps) {
  const [problem, setProblem] = useState<string | null>(null)
  if (!canProveByPasskey()) return <Notice>{PASSKEY.impossible}</Notice>
  const confirm = async () => {
    setProblem(null)
    const result = await confirmByPasskey(asking)
    return typeof result === "string" ? setProblem(result) : onFound(result)
  }
  return (
    <div className="flex flex-col gap-5">
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <Button size="lg" onAct={confirm}>
        <IconFingerprint size={22} stroke={1.5} />
        Use your passkey
      </Button>
      <p className="text-sm text-ink-soft">Is your passkey on another device? Open the link in the email there.</p>
    </div>
  )
}

function Whose({ facts: { email, username, created_at, has_password }, isChange }: Asking) {
  // Whole, if a line has room for it.
  const strong = "inline-block max-w-full align-bottom font-semibold wrap-anywhere text-ink"
  const account = username !== null && (
    <>
      with the username <strong className={strong}>{username}</strong>{" "}
    </>
  )
  const address = <strong className={strong}>{email}</strong>
  if (isChange)
    return (
      <>
        Someone asked to change the sign-in email of the account {account}to {address}.{" "}
        <span className="mt-2 block">
          {has_password
            ? "Enter the password for that account to confirm."
            : "Use the passkey for that account to confirm."}
        </span>
      </>
    )
  return (
    <>
      An account {account}was created with {address} on {shortDayOf(created_at)}.{" "}
      {has_password
        ? "Enter the password you chose to confirm that it's yours."
        : "Use the passkey you made to confirm that it's yours."}
    </>
  )
}

function NotMe({ asking, onFound, onDeclined }: AskingProps) {
  const { isChange } = asking
  const refuse = async () => {
    const result = await decline(asking)
    if (result === null) return onDeclined()
    if (typeof result !== "string") return onFound(result)
    showToast({ title: VERIFY.declineFailed, description: result, tone: "bad" })
  }
  return (
    <div className="-mb-3 mt-6 flex flex-col items-start gap-1 border-line border-t pt-6">
      <p className="text-sm text-ink-soft">
        {isChange
          ? "Didn't ask for this? Someone may have typed your address by mistake. You can cancel the request."
          : "Don't recognize this account? Someone may have typed your address by mistake. You can delete the account."}
      </p>
      <Button variant="quiet" size="sm" className={classNames("-mx-3", !isChange && "text-bad!")} onAct={refuse}>
        {isChange ? "I didn't ask for this" : "I didn't sign up"}
      </Button>
    </div>
  )
}

export function Declined({ isChange }: { isChange: boolean }) {
  return (
    <NarrowPage
      icon={<IconCircleCheck size={32} aria-hidden="true" className="text-good" />}
      title={isChange ? VERIFY.changeDeclinedTitle : VERIFY.declinedTitle}
      intro={isChange ? VERIFY.changeDeclined : VERIFY.declined}
      isNews
      spaced
    >
      <ButtonLink href="/" variant="secondary" size="lg">
        Go to Home
      </ButtonLink>
    </NarrowPage>
  )
}
