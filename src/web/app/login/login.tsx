// /login: sign in with address and password or with a passkey, and go back to the previous page (specification sections 2, 4, 5 and 8).
import { useEffect, useRef, useState } from "react"
import { useLocation, useNavigate } from "react-router"
import IconFingerprint from "~icons/fingerprint"
import { ACCOUNT } from "../../../domain/account/account-messages.ts"
import { AUTH } from "../../../domain/messages.ts"
import { documentMeta } from "../../documents/document-meta.ts"
import { useSite } from "../../layout/site.ts"
import { RESEND, resendVerification } from "../../session/account-actions.ts"
import { CompanyButtons, Or } from "../../session/company-buttons.tsx"
import {
  arriveFromCompany,
  companyAnswer,
  forgetCompanyAnswer,
  tellCompanyAnswer,
} from "../../session/company-login.ts"
import { considerPasskeyOffer } from "../../session/consider-passkey-offer.ts"
import { offerPasskeys, passkeysPossible, signInWithPasskey } from "../../session/passkeys.ts"
import { cameFrom, withReturn } from "../../session/return-path.ts"
import { setSignInProgress, useDeferredSession, useSignInProgress } from "../../session/session-store.ts"
import { type SignInFailure, signIn, usePostSignIn } from "../../session/sign-in.ts"
import { loginEmail } from "../../session/storage.ts"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/feedback/notice.tsx"
import { useSchemaForm } from "../../ui/form/form-resolver.ts"
import { PasswordField } from "../../ui/form/password-field.tsx"
import { TextField } from "../../ui/form/text-field.tsx"
import { ButtonLink, opensInApp, TextLink } from "../../ui/text-link.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { AlreadyLoggedIn } from "./already-logged-in.tsx"
import { ForgotPassword } from "./forgot-password.tsx"
import { ReactivationDialog } from "./reactivation-dialog.tsx"
import { RefusedLink } from "./refused-link.tsx"
import { SecondStep } from "./second-step.tsx"

export const meta = documentMeta(
  "/login",
  "Sign In",
  "Sign in to edit your digital business card, share it, and see how often it's viewed.",
)

const SIGN_IN = { title: "Sign In", intro: "Enter your email and password to access your account" }

export default function Login() {
  const session = useDeferredSession()
  const progress = useSignInProgress()
  const { finishSignIn, deactivated, continueReactivated, declineReactivation } = usePostSignIn()
  const { sign_in } = useSite()
  const hasUsedPassword = useRef(false)
  const arriveAndOffer = async () => {
    await finishSignIn()
    if (hasUsedPassword.current && sign_in.includes("passkey")) void considerPasskeyOffer()
  }

  if (session.status === "loading" && progress === null) return <Waiting />
  if (session.status === "signed-in" && progress === null) return <SignedIn />
  const owes = session.status === "signed-out" ? session.owes : []
  return (
    <>
      {progress === "code" || owes.length > 0 ? (
        <SecondStep owes={owes} onVerified={arriveAndOffer} />
      ) : (
        <LoginForm
          onSignedIn={finishSignIn}
          onPassword={() => {
            hasUsedPassword.current = true
            return arriveAndOffer()
          }}
        />
      )}
      {deactivated && (
        <ReactivationDialog me={deactivated} onReactivated={continueReactivated} onLeave={declineReactivation} />
      )}
    </>
  )
}

/** Someone who went to a company to confirm their identity, or to connect it, continues where they were. */
function SignedIn() {
  const navigate = useNavigate()
  useEffect(() => {
    if (companyAnswer(location.search) === null) return
    const from = cameFrom(location.search)
    tellCompanyAnswer()
    if (from !== null && opensInApp(from)) void navigate(from, { replace: true })
  }, [navigate])
  return <AlreadyLoggedIn />
}

/** An address that was just confirmed is filled in. A failure is shown above the form, which keeps what was typed. */
function LoginForm({ onSignedIn, onPassword }: Record<"onSignedIn" | "onPassword", () => Promise<void>>) {
  const progress = useSignInProgress()
  const { name, sign_in, sign_up } = useSite()
  const hasPasswordSignIn = sign_in.includes("password")
  const hasPasskeySignIn = sign_in.includes("passkey") && passkeysPossible()
  const { search } = useLocation()
  const [prefilledEmail] = useState(loginEmail)
  const { field, formState, handleSubmit, getValues, setFocus } = useSchemaForm((forms) => forms.loginForm(), {
    email: prefilledEmail,
    password: "",
  })
  // The form is checked first, then the sign-in starts.
  const isSubmitting = progress === "password" || formState.isSubmitting
  const [failure, setFailure] = useState<(SignInFailure & { email: string }) | null>(null)
  useCompanyArrival(onSignedIn, (message) => setFailure({ message, isUnconfirmed: false, email: "" }))
  const passkey = usePasskey(hasPasswordSignIn && sign_in.includes("passkey"), onSignedIn, (message) =>
    setFailure(message === null ? null : { message, isUnconfirmed: message === ACCOUNT.emailNotConfirmed, email: "" }),
  )
  useEffect(() => {
    if (prefilledEmail !== "" && hasPasswordSignIn) setFocus("password")
  }, [prefilledEmail, hasPasswordSignIn, setFocus])

  const submit = handleSubmit(async ({ email, password }) => {
    setSignInProgress("password")
    setFailure(null)
    const failure = await signIn(email, password)
    if (failure === null) return onPassword()
    setFailure({ ...failure, email })
    setSignInProgress(null)
  })

  return (
    <NarrowPage
      title={SIGN_IN.title}
      intro={hasPasswordSignIn ? SIGN_IN.intro : `Welcome back to ${name}`}
      below={
        sign_up === "closed" ? undefined : (
          <>
            Don't have an account? <TextLink href={withReturn("/signup", search)}>Sign up</TextLink>
          </>
        )
      }
    >
      {failure === null && <RefusedLink />}
      {failure !== null && (
        <Notice tone="bad" title={AUTH.signInFailed} className="mb-5">
          <p>{failure.message}</p>
          {failure.isUnconfirmed && failure.email === "" && (
            <ButtonLink href={withReturn("/verify-email", search)} variant="secondary" size="sm" className="mt-4">
              {RESEND}
            </ButtonLink>
          )}
          {failure.isUnconfirmed && failure.email !== "" && (
            <Button
              variant="secondary"
              size="sm"
              className="mt-4"
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
      {hasPasswordSignIn && (
        <>
          <form method="post" action="/login" onSubmit={submit} noValidate className="flex flex-col gap-5">
            <TextField
              label="Email"
              type="email"
              autoComplete={sign_in.includes("passkey") ? "username webauthn" : "username"}
              inputMode="email"
              spellCheck={false}
              {...field("email")}
            />
            <PasswordField label="Password" autoComplete="current-password" {...field("password")} />
            <Button type="submit" size="lg" busy={isSubmitting} disabled={progress !== null}>
              {isSubmitting ? "Logging in..." : "Log In"}
            </Button>
          </form>
          <ForgotPassword typed={() => getValues("email")} />
        </>
      )}
      {hasPasskeySignIn && hasPasswordSignIn && <Or />}
      {hasPasskeySignIn && (
        <Button
          variant={hasPasswordSignIn ? "secondary" : "primary"}
          size="lg"
          className="w-full"
          busy={progress === "passkey"}
          disabled={progress !== null}
          onClick={() => void passkey.press()}
        >
          <IconFingerprint size={22} stroke={1.5} />
          Sign in with a passkey
        </Button>
      )}
      <CompanyButtons
        isLast={hasPasskeySignIn}
        onFailed={(message) => setFailure({ message, isUnconfirmed: false, email: "" })}
      />
    </NarrowPage>
  )
}

/**
 * The button, and the offer in the email field until one of them is used. A browser takes one request for a passkey at a time.
 * @param isOffered whether the email field offers passkeys
 * @param onFailed gets the message, or null when the person tries again
 */
function usePasskey(isOffered: boolean, onSignedIn: () => Promise<void>, onFailed: (message: string | null) => void) {
  const [round, setRound] = useState(0)
  const offer = useRef<AbortController>(null)
  const latest = useRef({ onSignedIn, onFailed })
  latest.current = { onSignedIn, onFailed }

  const finish = async (problem: string | null) => {
    if (problem === null) return latest.current.onSignedIn()
    latest.current.onFailed(problem)
    setRound((last) => last + 1)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a failure it offers again
  useEffect(() => {
    const stop = new AbortController()
    offer.current = stop
    if (isOffered)
      void offerPasskeys(stop.signal).then(async (problem) => {
        if (problem !== undefined) await finish(problem)
      })
    return () => stop.abort()
  }, [round, isOffered])

  return {
    async press() {
      offer.current?.abort()
      latest.current.onFailed(null)
      await finish(await signInWithPasskey())
    },
  }
}

/** Back from a company's login: its code becomes a session, once. */
function useCompanyArrival(onSignedIn: () => Promise<void>, onFailed: (message: string) => void) {
  const latest = useRef({ onSignedIn, onFailed })
  latest.current = { onSignedIn, onFailed }
  useEffect(() => {
    const answer = companyAnswer(location.search)
    if (answer === null) return
    forgetCompanyAnswer()
    if ("problem" in answer) latest.current.onFailed(answer.problem)
    if ("code" in answer)
      void arriveFromCompany(answer.code).then((problem) =>
        problem === null ? latest.current.onSignedIn() : latest.current.onFailed(problem),
      )
  }, [])
}

/** Shown before the session is known, so that the page has text while its scripts load. */
const Waiting = () => (
  <NarrowPage {...SIGN_IN}>
    <p role="status" className="min-h-72 text-ink-soft">
      Loading...
    </p>
  </NarrowPage>
)
