// /login: sign in, and go back to the previous page (specification sections 2, 4 and 5).
import { useEffect } from "react"
import { documentMeta } from "../../documents/document-meta.ts"
import { useSessionInPieces } from "../../session/session-store.ts"
import { setSignInProgress, useSignInProgress } from "../../session/sign-in-progress.ts"
import { ButtonLink } from "../../ui/text-link.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { CodeStep } from "./code-step.tsx"
import { LoginForm, SIGN_IN } from "./login-form.tsx"
import { ReactivationDialog } from "./reactivation-dialog.tsx"
import { usePostSignIn } from "./use-post-sign-in.ts"

export const meta = documentMeta(
  "/login",
  "Sign In",
  "Sign in to your digital business card: change it, share it, see who looks.",
)

export default function Login() {
  const session = useSessionInPieces()
  const entering = useSignInProgress()
  const { arrive, deactivated, goOn, leave } = usePostSignIn()
  useEffect(() => () => setSignInProgress(null), [])

  if (session.status === "loading" && entering === null) return <Waiting />
  if (session.status === "signed-in" && entering === null) return <AlreadyLoggedIn />
  const needsCode = entering === "code" || (session.status === "signed-out" && session.needsCode)
  return (
    <>
      {needsCode ? <CodeStep onVerified={arrive} /> : <LoginForm onSignedIn={arrive} />}
      {deactivated && <ReactivationDialog me={deactivated} onReactivated={goOn} onLeave={leave} />}
    </>
  )
}

/** Shown before the session is known, so that the page has text while its scripts load. */
function Waiting() {
  return (
    <NarrowPage {...SIGN_IN}>
      <p role="status" className="min-h-72 text-ink-soft">
        Loading...
      </p>
    </NarrowPage>
  )
}

function AlreadyLoggedIn() {
  return (
    <NarrowPage title="Already Logged In" intro="You are signed in on this device.">
      <div className="flex flex-col gap-3">
        <ButtonLink href="/edit-profile">Edit Profile</ButtonLink>
        <ButtonLink href="/" variant="secondary">
          Go to Home
        </ButtonLink>
      </div>
    </NarrowPage>
  )
}
