// /verify-email: opened from the link in a confirmation email; the secret is in the hash, so it never appears in a server log.
import { useCallback, useEffect, useMemo, useState } from "react"
import { useLocation, useNavigate } from "react-router"
import { REDIRECT_DELAY_MS } from "../../../domain/limits.ts"
import { useSite } from "../../layout/site.ts"
import { withReturn } from "../../session/return-path.ts"
import { useSession } from "../../session/session-store.ts"
import { CountdownBar } from "../../ui/feedback/countdown-bar.tsx"
import { Notice } from "../../ui/feedback/notice.tsx"
import { PanelFailed } from "../../ui/feedback/panel-waiting.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { ButtonLink, TextLink } from "../../ui/text-link.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { NarrowPage } from "../narrow-page.tsx"
import { pageTitle } from "../titles.ts"
import { ResendForm } from "./resend-form.tsx"
import { AskWhoSignedUp, Declined } from "./verify-email-asking.tsx"
import { type Verification, verifyOnce } from "./verify-hash.ts"

const TITLE = "Email Verification"
export const meta = pageTitle(TITLE)

type State = { state: "verifying" } | { state: "declined"; isChange: boolean } | Verification

const INTRO = "Open the link in the email we sent you. We'll take care of the rest."
const LOGIN = { page: "the login page", go: "Go to Login" }
const SETTINGS = { path: "/settings", page: "your settings", go: "Go to Settings" }
type Next = typeof SETTINGS

/** A used link should not stay in the history. */
const forgetLink = () => window.history.replaceState(window.history.state, "", `/verify-email${location.search}`)

export default function VerifyEmail() {
  const isReady = useHydrated()
  const { hash, search } = useLocation()
  const [found, setFound] = useState<State>({ state: "verifying" })
  const [attempt, setAttempt] = useState(0)
  const isChange = found.state !== "verifying" && found.isChange
  const isSignedIn = useSession().status === "signed-in"
  const path = withReturn("/login", search)
  const next = useMemo(() => (isChange && isSignedIn ? SETTINGS : { ...LOGIN, path }), [isChange, isSignedIn, path])
  const navigate = useNavigate()

  const show = useCallback((result: Verification) => {
    setFound(result)
    if (result.state === "asking") return
    if (result.state !== "unchecked") forgetLink()
    const tone = result.state === "success" ? "good" : "bad"
    showToast({ title: result.title, description: result.message, tone })
  }, [])

  useEffect(() => {
    if (hash === "") return
    let isHere = true
    void verifyOnce(hash, attempt > 0).then((result) => {
      if (isHere) show(result)
    })
    return () => {
      isHere = false
    }
  }, [hash, attempt, show])

  useEffect(() => {
    if (found.state !== "success") return
    const timer = setTimeout(() => void navigate(next.path, { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [found.state, next, navigate])

  const retry = () => {
    setFound({ state: "verifying" })
    setAttempt(attempt + 1)
  }
  const declined = () => {
    forgetLink()
    setFound({ state: "declined", isChange })
  }
  if (isReady && hash === "" && found.state === "verifying") return <NoLink path={path} />
  if (found.state === "asking") return <AskWhoSignedUp asking={found} onFound={show} onDeclined={declined} />
  if (found.state === "declined") return <Declined isChange={isChange} />
  if (found.state === "success") return <Verified isChange={isChange} next={next} />
  if (found.state === "error") return <NotVerified isChange={isChange} next={next} />
  if (found.state === "verifying") return <Verifying />
  return (
    <NarrowPage title={TITLE}>
      <PanelFailed title="We couldn't check your link" problem={found.message} onRetry={retry} />
    </NarrowPage>
  )
}

const Verifying = () => (
  <NarrowPage title={TITLE} intro={INTRO}>
    <p role="status" className="flex items-center gap-3 text-ink-soft">
      <Spinner />
      Verifying your email address...
    </p>
  </NarrowPage>
)

interface ResultProps {
  isChange: boolean
  next: Next
}

const Verified = ({ isChange, next }: ResultProps) => (
  <NarrowPage title={TITLE} spaced>
    <Notice tone="good" title={isChange ? "Your new sign-in email is confirmed" : "Your email is verified"}>
      Taking you to {next.page} in a moment.
    </Notice>
    <CountdownBar className="bg-well" />
    <ButtonLink href={next.path} size="lg">
      {next.go}
    </ButtonLink>
  </NarrowPage>
)

function NotVerified({ isChange, next }: ResultProps) {
  const hasPasswordSignIn = useSite().sign_in.includes("password")
  return (
    <NarrowPage title={TITLE} spaced>
      <Notice
        tone="bad"
        title={isChange ? "We couldn't confirm your new sign-in email" : "We couldn't verify your email"}
      >
        {isChange
          ? `This link no longer works. It may have expired, or been used, canceled or replaced.${hasPasswordSignIn ? " Changing your password also disables it." : ""} If you've already confirmed the new address, sign in with it. Otherwise, change it again in your settings to get a new link.`
          : "The verification link may have expired or be invalid. If you've already verified your email, just sign in."}
      </Notice>
      <ButtonLink href={next.path} variant="secondary" size="lg">
        {next.go}
      </ButtonLink>
      {!isChange && <ResendForm question="Enter the address you signed up with, and we'll send you a new link." />}
    </NarrowPage>
  )
}

const NoLink = ({ path }: { path: string }) => (
  <NarrowPage title={TITLE} intro={INTRO} below={<TextLink href={path}>Go to Login</TextLink>}>
    <ResendForm question="No email? Enter the address you signed up with, and we'll send you a new link." />
  </NarrowPage>
)
