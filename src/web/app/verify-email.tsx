// /verify-email: where the link of the sign-up mail leads; the secret is in the hash, so no server log ever holds it.
import { useEffect, useState } from "react"
import { useLocation, useNavigate } from "react-router"
import { REDIRECT_DELAY_MS } from "../../domain/limits.ts"
import { AUTH } from "../../domain/messages.ts"
import { ButtonLink } from "../ui/button-link.tsx"
import { Notice } from "../ui/notice.tsx"
import { Spinner } from "../ui/spinner.tsx"
import { showToast } from "../ui/toast-manager.ts"
import { NarrowPage } from "./narrow-page.tsx"
import { ResendForm } from "./resend-form.tsx"
import { pageTitle } from "./titles.ts"
import { useHydrated } from "./use-hydrated.ts"
import { type Verification, verifyOnce } from "./verify-hash.ts"

export const meta = pageTitle("Email Verification")

type State = { state: "verifying" } | Verification

export default function VerifyEmail() {
  const isReady = useHydrated()
  const { hash } = useLocation()
  const [found, setFound] = useState<State>({ state: "verifying" })
  const navigate = useNavigate()

  useEffect(() => {
    if (hash === "") return
    let isHere = true
    void verifyOnce(hash).then((result) => {
      if (!isHere) return
      setFound(result)
      // A used link has no business in the history.
      if (result.isUsed) window.history.replaceState(window.history.state, "", "/verify-email")
      if (result.state === "success")
        showToast({ title: AUTH.emailVerified, description: "You can now log in.", tone: "good" })
      else showToast({ title: result.title, description: result.message, tone: "bad" })
    })
    return () => {
      isHere = false
    }
  }, [hash])

  useEffect(() => {
    if (found.state !== "success") return
    const timer = setTimeout(() => void navigate("/login", { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [found, navigate])

  if (isReady && hash === "" && found.state === "verifying") return <NoLink />
  if (found.state === "verifying") return <Verifying />
  return found.state === "success" ? <Verified /> : <NotVerified />
}

function Verifying() {
  return (
    <NarrowPage title="Email Verification">
      <p role="status" className="flex items-center gap-3 text-ink-soft">
        <Spinner />
        Verifying your email address...
      </p>
    </NarrowPage>
  )
}

function Verified() {
  return (
    <NarrowPage title="Email Verification">
      <div className="flex flex-col gap-6">
        <Notice tone="good" title="Your email is verified.">
          You will be taken to the login page in a moment.
        </Notice>
        <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-well">
          <div className="h-full origin-left animate-[three-seconds_3s_linear_forwards] bg-good" />
        </div>
        <ButtonLink href="/login" size="lg">
          Go to Login
        </ButtonLink>
      </div>
    </NarrowPage>
  )
}

function NotVerified() {
  return (
    <NarrowPage title="Email Verification">
      <div className="flex flex-col gap-6">
        <Notice tone="bad" title="We could not verify your email.">
          The verification link may have expired or be invalid. If you have verified your email before, simply log in.
        </Notice>
        <ButtonLink href="/login" variant="secondary" size="lg">
          Go to Login
        </ButtonLink>
        <ResendForm question="Enter the address you signed up with and we will send you a new link." />
      </div>
    </NarrowPage>
  )
}

function NoLink() {
  return (
    <NarrowPage
      title="Email Verification"
      intro="Open the link in the email we sent you when you signed up. It brings you back here and finishes by itself."
    >
      <div className="flex flex-col gap-6">
        <ResendForm question="No email? Enter the address you signed up with and we will send you a new link." />
        <ButtonLink href="/login" variant="quiet">
          Go to Login
        </ButtonLink>
      </div>
    </NarrowPage>
  )
}
