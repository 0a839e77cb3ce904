// The second step of signing in: a code of the authenticator app, a touch of the security key, or one of the recovery codes.
import { type ReactNode, useState } from "react"
import IconDeviceMobile from "~icons/device-mobile"
import IconFileText from "~icons/file-text"
import IconFingerprint from "~icons/fingerprint"
import IconKey from "~icons/key"
import { ACCOUNT, FACTOR } from "../../../domain/account/account-messages.ts"
import type { FactorType } from "../../../domain/account/policy.ts"
import { AUTH } from "../../../domain/messages.ts"
import { useSite } from "../../layout/site.ts"
import { withAuth } from "../../session/auth-client.ts"
import { Or } from "../../session/company-buttons.tsx"
import { passkeysPossible, signInWithPasskey } from "../../session/passkeys.ts"
import { touchSecurityKey } from "../../session/security-keys.ts"
import { setSignInProgress, useSignInProgress } from "../../session/session-store.ts"
import { enterCode, enterRecoveryCode } from "../../session/sign-in.ts"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/feedback/notice.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { useSchemaForm } from "../../ui/form/form-resolver.ts"
import { CodeField, TextField } from "../../ui/form/text-field.tsx"
import { NarrowPage } from "../narrow-page.tsx"

const INTRO = {
  code: "Enter the code your authenticator app shows for this account.",
  key: "Insert your security key, or hold it to your phone, then touch it.",
  recovery: "Enter one of the recovery codes you saved. It works once and turns two-step verification off.",
}

interface SecondStepProps {
  /** kinds of second factors of the account, as they were when this step began */
  owes: readonly FactorType[]
  onVerified: () => Promise<void>
}

export function SecondStep({ owes, onVerified }: SecondStepProps) {
  const isEntering = useSignInProgress() === "code"
  const { sign_in } = useSite()
  const [types] = useState(owes)
  const first = types.includes("totp") ? "code" : "key"
  const [way, setWay] = useState<keyof typeof INTRO>(first)
  const [problem, setProblem] = useState<string | null>(null)

  const change = (next: typeof way) => {
    setProblem(null)
    setWay(next)
  }
  const enterBy = async (prove: () => Promise<string | null>) => {
    setProblem(null)
    setSignInProgress("code")
    const problem = await prove()
    if (problem === null) return onVerified()
    fail(problem)
    setProblem(problem)
  }
  const other = (Icon: typeof IconKey, text: string, onClick: () => void) => (
    <Button variant="secondary" size="lg" disabled={isEntering} onClick={onClick}>
      <Icon size={22} stroke={1.5} />
      {text}
    </Button>
  )

  return (
    <NarrowPage
      title="Two-step Verification"
      intro={INTRO[way]}
      below={
        <Button
          variant="quiet"
          className="-my-3 font-medium underline decoration-line-strong decoration-1 underline-offset-4"
          disabled={isEntering}
          onClick={() => void withAuth((client) => client.signOut({ scope: "local" }))}
        >
          Use another account
        </Button>
      }
    >
      {problem !== null && (
        <Notice tone="bad" className="mb-5">
          {problem}
        </Notice>
      )}
      {way !== "key" ? (
        <CodeForm key={way} isRecovery={way === "recovery"} onVerified={onVerified} />
      ) : passkeysPossible() ? (
        <Button size="lg" className="w-full" busy={isEntering} onClick={() => void enterBy(touchSecurityKey)}>
          <IconKey size={22} stroke={1.5} />
          Use a security key
        </Button>
      ) : (
        <Notice>{FACTOR.keyImpossible}</Notice>
      )}
      <Others>
        {way !== "code" &&
          first === "code" &&
          other(IconDeviceMobile, "Use the authenticator app", () => change("code"))}
        {way !== "key" && types.includes("webauthn") && other(IconKey, "Use a security key", () => change("key"))}
        {sign_in.includes("passkey") &&
          passkeysPossible() &&
          other(IconFingerprint, "Use a passkey", () => void enterBy(() => signInWithPasskey("code")))}
        {way !== "recovery" && other(IconFileText, "Use a recovery code", () => change("recovery"))}
      </Others>
    </NarrowPage>
  )
}

/** The form for the password takes the place of this step if its session has ended meanwhile. */
function fail(problem: string): void {
  setSignInProgress(null)
  if (problem === ACCOUNT.sessionGone) showToast({ title: AUTH.signInFailed, description: problem, tone: "bad" })
}

const Others = ({ children }: { children: ReactNode }) => (
  <>
    <Or />
    <div className="flex flex-col gap-3">{children}</div>
  </>
)

function CodeForm({ isRecovery, onVerified }: { isRecovery: boolean; onVerified: () => Promise<void> }) {
  const { field, formState, handleSubmit, reject } = useSchemaForm(
    (forms) => (isRecovery ? forms.recoveryCodeForm() : forms.codeForm()),
    { code: "" },
  )
  const isProgressing = useSignInProgress() === "code"
  const isEntering = isProgressing || formState.isSubmitting
  const send = handleSubmit(async ({ code }) => {
    setSignInProgress("code")
    const problem = await (isRecovery ? enterRecoveryCode : enterCode)(code)
    if (problem === null) return onVerified()
    fail(problem)
    reject("code", problem)
  })
  return (
    <form method="post" action="/login" onSubmit={send} noValidate className="flex flex-col gap-5">
      {isRecovery ? (
        <TextField
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          className="font-mono"
          {...field("code")}
        />
      ) : (
        <CodeField label="Code" autoFocus {...field("code")} />
      )}
      <Button type="submit" size="lg" busy={isEntering}>
        {isEntering ? "Verifying..." : "Verify"}
      </Button>
    </form>
  )
}
