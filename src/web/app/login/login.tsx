// /login: sign in with address and password, and go back to the previous page (specification sections 2, 4, 5 and 8).
import { useEffect, useState } from "react"
import { useLocation } from "react-router"
import { loginForm } from "../../../domain/forms.ts"
import { AUTH } from "../../../domain/messages.ts"
import { documentMeta } from "../../documents/document-meta.ts"
import { RESEND, resendVerification } from "../../session/account-actions.ts"
import { withReturn } from "../../session/return-path.ts"
import { setSignInProgress, useSessionInPieces, useSignInProgress } from "../../session/session-store.ts"
import { type SignInFailure, signIn, usePostSignIn } from "../../session/sign-in.ts"
import { loginEmail } from "../../session/storage.ts"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/feedback/notice.tsx"
import { useSchemaForm } from "../../ui/form/form-resolver.ts"
import { PasswordField } from "../../ui/form/password-field.tsx"
import { TextField } from "../../ui/form/text-field.tsx"
import { TextLink } from "../../ui/text-link.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { AlreadyLoggedIn } from "./already-logged-in.tsx"
import { CodeStep } from "./code-step.tsx"
import { ForgotPassword } from "./forgot-password.tsx"
import { ReactivationDialog } from "./reactivation-dialog.tsx"

export const meta = documentMeta(
  "/login",
  "Sign In",
  "Sign in to your digital business card: change it, share it, see who looks.",
)

const SIGN_IN = { title: "Sign In", intro: "Enter your email and password to access your account" }

export default function Login() {
  const session = useSessionInPieces()
  const progress = useSignInProgress()
  const { arrive, deactivated, goOn, leave } = usePostSignIn()

  if (session.status === "loading" && progress === null) return <Waiting />
  if (session.status === "signed-in" && progress === null) return <AlreadyLoggedIn />
  const needsCode = progress === "code" || (session.status === "signed-out" && session.needsCode)
  return (
    <>
      {needsCode ? <CodeStep onVerified={arrive} /> : <LoginForm onSignedIn={arrive} />}
      {deactivated && <ReactivationDialog me={deactivated} onReactivated={goOn} onLeave={leave} />}
    </>
  )
}

/** An address that was just confirmed is filled in. A failure stands above the form, which stays as it is. */
function LoginForm({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const isEntering = useSignInProgress() !== null
  const { search } = useLocation()
  const [known] = useState(loginEmail)
  const { field, handleSubmit, getValues, setFocus } = useSchemaForm(loginForm, { email: known, password: "" })
  const [failure, setFailure] = useState<(SignInFailure & { email: string }) | null>(null)
  useEffect(() => {
    if (known !== "") setFocus("password")
  }, [known, setFocus])

  const enter = handleSubmit(async ({ email, password }) => {
    setSignInProgress("password")
    setFailure(null)
    const failure = await signIn(email, password)
    if (failure === null) return onSignedIn()
    setFailure({ ...failure, email })
    setSignInProgress(null)
  })

  return (
    <NarrowPage
      {...SIGN_IN}
      below={
        <>
          Don't have an account? <TextLink href={withReturn("/signup", search)}>Sign up</TextLink>
        </>
      }
    >
      {failure !== null && (
        <Notice tone="bad" title={AUTH.signInFailed} className="mb-5">
          <p>{failure.message}</p>
          {failure.isUnconfirmed && (
            <Button
              variant="secondary"
              size="sm"
              className="mt-3"
              onAct={async () => {
                setFailure(null)
                await resendVerification(failure.email)
              }}
            >
              {RESEND}
            </Button>
          )}
        </Notice>
      )}
      <form method="post" action="/login" onSubmit={enter} noValidate className="flex flex-col gap-5">
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          spellCheck={false}
          {...field("email")}
        />
        <PasswordField label="Password" autoComplete="current-password" {...field("password")} />
        <Button type="submit" size="lg" busy={isEntering}>
          {isEntering ? "Logging in..." : "Log In"}
        </Button>
      </form>
      <div className="mt-3 -mb-2 flex justify-center">
        <ForgotPassword typed={() => getValues("email")} />
      </div>
    </NarrowPage>
  )
}

/** Shown before the session is known, so that the page has text while its scripts load. */
const Waiting = () => (
  <NarrowPage {...SIGN_IN}>
    <p role="status" className="min-h-72 text-ink-soft">
      Loading...
    </p>
  </NarrowPage>
)
