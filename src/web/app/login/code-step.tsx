// The second step of signing in: a code of the authenticator app, or one of the recovery codes.
import { useState } from "react"
import { withAuth } from "../../session/auth-client.ts"
import { passkeysPossible, signInWithPasskey } from "../../session/passkeys.ts"
import { setSignInProgress, useSignInProgress } from "../../session/session-store.ts"
import { enterCode, enterRecoveryCode } from "../../session/sign-in.ts"
import { Button } from "../../ui/button.tsx"
import { useSchemaForm } from "../../ui/form/form-resolver.ts"
import { CodeField, TextField } from "../../ui/form/text-field.tsx"
import { NarrowPage } from "../narrow-page.tsx"

export function CodeStep({ onVerified }: { onVerified: () => Promise<void> }) {
  const isEntering = useSignInProgress() === "code"
  const [isRecovery, setRecovery] = useState(false)
  const { field, handleSubmit, reject, reset } = useSchemaForm(
    (forms) => (isRecovery ? forms.recoveryCodeForm() : forms.codeForm()),
    { code: "" },
  )

  const send = handleSubmit(async ({ code }) => {
    setSignInProgress("code")
    const problem = await (isRecovery ? enterRecoveryCode : enterCode)(code)
    if (problem === null) return onVerified()
    setSignInProgress(null)
    reject("code", problem)
  })
  const enterByPasskey = async () => {
    const problem = await signInWithPasskey("code")
    return problem === null ? onVerified() : reject("code", problem)
  }
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
            {...field("code")}
          />
        ) : (
          <CodeField key="code" label="Code" autoFocus {...field("code")} />
        )}
        <Button type="submit" size="lg" busy={isEntering}>
          {isEntering ? "Verifying..." : "Verify"}
        </Button>
      </form>
      <div className="mt-3 -mb-2 flex flex-col items-center gap-1">
        <Button variant="quiet" size="sm" disabled={isEntering} onClick={change}>
          {isRecovery ? "Use the authenticator app" : "Use a recovery code"}
        </Button>
        {passkeysPossible() && (
          <Button variant="quiet" size="sm" disabled={isEntering} onClick={() => void enterByPasskey()}>
            Use a passkey
          </Button>
        )}
        <Button
          variant="quiet"
          size="sm"
          className="text-ink-soft"
          disabled={isEntering}
          onClick={() => void withAuth((client) => client.signOut({ scope: "local" }))}
        >
          Use another account
        </Button>
      </div>
    </NarrowPage>
  )
}
