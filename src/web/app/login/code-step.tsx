// The second step of signing in: a code of the authenticator app, or one of the recovery codes.
import { useState } from "react"
import { useForm } from "react-hook-form"
import { codeForm, recoveryCodeForm } from "../../../domain/forms.ts"
import { authClient } from "../../session/auth-client.ts"
import { enterCode, enterRecoveryCode } from "../../session/second-factor.ts"
import { setSignInProgress, useSignInProgress } from "../../session/sign-in-progress.ts"
import { Button } from "../../ui/button.tsx"
import { resolveWith } from "../../ui/form/form-resolver.ts"
import { CodeField, TextField } from "../../ui/form/text-field.tsx"
import { NarrowPage } from "../narrow-page.tsx"

export function CodeStep({ onVerified }: { onVerified: () => Promise<void> }) {
  const isEntering = useSignInProgress() === "code"
  const [isRecovery, setRecovery] = useState(false)
  const { register, handleSubmit, formState, reset, setError, setFocus } = useForm({
    resolver: resolveWith(isRecovery ? recoveryCodeForm : codeForm),
    defaultValues: { code: "" },
  })
  const error = formState.errors.code?.message

  const send = handleSubmit(async ({ code }) => {
    setSignInProgress("code")
    const problem = await (isRecovery ? enterRecoveryCode : enterCode)(code)
    if (problem === null) return onVerified()
    setSignInProgress(null)
    setError("code", { message: problem })
    setFocus("code", { shouldSelect: true })
  })
  const change = () => {
    setRecovery(!isRecovery)
    reset()
  }

  return (
    <NarrowPage
      title="Two-step verification"
      intro={
        isRecovery
          ? "Enter one of the recovery codes you kept. It works once, and two-step verification is off afterwards."
          : "Enter the code your authenticator app shows for this account."
      }
    >
      <form method="post" action="/login" onSubmit={send} noValidate className="flex flex-col gap-5">
        {isRecovery ? (
          <TextField
            key="recovery"
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            className="font-mono"
            error={error}
            {...register("code")}
          />
        ) : (
          <CodeField key="code" label="Code" autoFocus error={error} {...register("code")} />
        )}
        <Button type="submit" size="lg" busy={isEntering}>
          {isEntering ? "Verifying..." : "Verify"}
        </Button>
      </form>
      <div className="mt-3 -mb-2 flex flex-col items-center gap-1">
        <Button variant="quiet" size="sm" disabled={isEntering} onClick={change}>
          {isRecovery ? "Use the authenticator app" : "Use a recovery code"}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          className="text-ink-soft"
          disabled={isEntering}
          onClick={() => void authClient().signOut({ scope: "local" })}
        >
          Sign in as somebody else
        </Button>
      </div>
    </NarrowPage>
  )
}
