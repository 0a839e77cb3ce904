// 'Sign-in Email Settings' (specification sections 5 and 8), with the card of the password.
import { Suspense, useCallback } from "react"
import { useForm } from "react-hook-form"
import type { EmailChange, Me } from "../../../api/account.ts"
import { SETTINGS } from "../../../domain/account/settings-messages.ts"
import { AUTH } from "../../../domain/messages.ts"
import { useSite } from "../../layout/site.ts"
import { call } from "../../session/api.ts"
import { withAuth } from "../../session/auth-client.ts"
import { Button } from "../../ui/button.tsx"
import { PanelWaiting } from "../../ui/feedback/panel-waiting.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { resolveWith } from "../../ui/form/form-resolver.ts"
import { TextField } from "../../ui/form/text-field.tsx"
import { later } from "../../ui/later.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { showFailure } from "../show-failure.ts"
import { useAsked } from "../use-asked.tsx"
import { PasswordCard } from "./password-card.tsx"

const FirstPasswordCard = later(async () => (await import("./first-password-card.tsx")).FirstPasswordCard)

/** Most accounts have none. */
const PendingChange = later(async () => (await import("./pending-change.tsx")).PendingChange)
const isShown = (change: EmailChange | null): change is EmailChange =>
  change !== null && (change.new_email !== null || change.ended !== null)

const SAME = "This is already your sign-in email."

/** A new password voids the link to a new address, so the two cards belong together. */
export function CredentialsCards({ me }: { me: Me }) {
  const { email } = me.user
  const { sign_in } = useSite()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when it was confirmed in another window
  const ask = useCallback(() => call("GET /api/account/email-change"), [email])
  const { again, ...change } = useAsked(ask)
  return (
    <>
      <EmailCard email={email} change={change.state === "known" ? change.answer : null} onChanged={again} />
      {sign_in.includes("password") &&
        (me.has_password ? (
          <PasswordCard email={email} isRemovable={me.has_passkey && sign_in.includes("passkey")} />
        ) : (
          <Suspense fallback={<PanelWaiting />}>
            <FirstPasswordCard email={email} />
          </Suspense>
        ))}
    </>
  )
}

interface EmailCardProps {
  email: string
  /** null until it is known */
  change: EmailChange | null
  onChanged: () => Promise<void>
}

/** Nothing changes until the link sent to the new address is opened. The contact email stays. */
function EmailCard({ email: current, change, onChanged }: EmailCardProps) {
  const { register, handleSubmit, formState, setError, setFocus, reset } = useForm({
    resolver: resolveWith((forms) => forms.emailForm()),
    defaultValues: { email: "" },
  })
  const { errors, isSubmitting } = formState

  const refuse = (message: string) => {
    setError("email", { message })
    setFocus("email")
  }
  const update = handleSubmit(async ({ email }) => {
    const emailRedirectTo = `${location.origin}/verify-email`
    const { data, error } = await withAuth((client) => client.updateUser({ email }, { emailRedirectTo }))
    if (error === null) {
      // The server knows: another device may have changed the address.
      if (data.user.email?.toLowerCase() === email.toLowerCase()) return refuse(SAME)
      showToast({ title: AUTH.emailUpdated, description: AUTH.emailUpdatedDetail, tone: "good" })
      reset()
      await onChanged()
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
        {isShown(change) && (
          <Suspense>
            <PendingChange {...change} current={current} onChanged={onChanged} />
          </Suspense>
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
        <Button size="sm" type="submit" variant="secondary" className="sm:self-end" busy={isSubmitting}>
          {isSubmitting ? "Updating..." : "Update Email"}
        </Button>
      </form>
    </Panel>
  )
}
