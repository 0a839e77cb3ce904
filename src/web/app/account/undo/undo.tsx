// /account/undo: opened from the link in an email about a change. Opening it changes nothing; one button does.
import { useCallback, useState } from "react"
import { useLocation } from "react-router"
import type { RecoverySession, Undoable } from "../../../../api/account.ts"
import { UNDO } from "../../../../domain/account/account-messages.ts"
import { useSite } from "../../../layout/site.ts"
import { ApiError, call, sentenceOf } from "../../../session/api.ts"
import { endHere } from "../../../session/session-store.ts"
import { Button } from "../../../ui/button.tsx"
import { momentOf } from "../../../ui/dates.ts"
import { flashToast } from "../../../ui/feedback/flash-toast.ts"
import { Notice } from "../../../ui/feedback/notice.tsx"
import { PanelFailed, PanelWaiting } from "../../../ui/feedback/panel-waiting.tsx"
import { ButtonLink, TextLink } from "../../../ui/text-link.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import { NarrowPage } from "../../narrow-page.tsx"
import { pageTitle } from "../../titles.ts"
import { useAsked } from "../../use-asked.tsx"

export const meta = pageTitle("Undo a Change")

const TITLE = "Undo a Change"
const NO_ANSWER = "We don't know whether the change was undone"

export default function Undo() {
  const { hash } = useLocation()
  // The server that rendered the page does not know the token.
  if (!useHydrated()) return <Waiting />
  return <Change token={new URLSearchParams(hash.slice(1)).get("token") ?? ""} />
}

function Change({ token }: { token: string }) {
  const ask = useCallback(() => call("POST /api/account/undo/preview", { body: { token } }), [token])
  const asked = useAsked(ask)
  const [undoError, setUndoError] = useState<unknown>()
  if (asked.state === "loading") return <Waiting />
  const error = asked.state === "failed" ? asked.error : undoError
  if (asked.state === "known" && error === undefined)
    return <Ready token={token} undoable={asked.answer} onFailed={setUndoError} />
  if (isRefused(error)) return <Refused problem={sentenceOf(error)} />
  const retry = () => {
    setUndoError(undefined)
    return asked.again()
  }
  return (
    <NarrowPage title={TITLE}>
      <PanelFailed
        title={undoError === undefined ? "We couldn't check your link" : NO_ANSWER}
        problem={sentenceOf(error)}
        onRetry={retry}
      />
    </NarrowPage>
  )
}

/** The link does not work, or the change cannot be undone; for other reasons, trying again may help. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

const Waiting = () => (
  <NarrowPage title={TITLE}>
    <PanelWaiting />
  </NarrowPage>
)

const WHAT: Record<Undoable["change"], string> = {
  password: "Your password was changed",
  email: "Your sign-in email was changed",
  second_factor: "Your two-step verification was changed",
  passkey: "Your passkeys were changed",
  sign_in: "Someone signed in to your account on a new device",
  app_password: "An app password was created for your account",
  identity: "Your company logins were changed",
}

/** The page for reset links takes over; a full page load, so that nothing of this page stays. */
const choosePassword = (session: RecoverySession): void => {
  const query = new URLSearchParams({ type: "recovery" })
  for (const [name, value] of Object.entries(session)) query.set(name, String(value))
  location.replace(`/reset-password?${query}`)
}

/** Where a password signs no one in, or not this person, there is none to choose. */
function signInAgain(): void {
  endHere()
  flashToast({ title: "Your account is secured", description: "All devices were signed out.", tone: "good" })
  location.replace("/login")
}

interface ReadyProps {
  token: string
  undoable: Undoable
  onFailed: (error: unknown) => void
}

function Ready({ token, undoable: { change, at, email, company_login }, onFailed }: ReadyProps) {
  const [isBusy, setBusy] = useState(false)
  const hasPasswordSignIn = useSite().sign_in.includes("password") && company_login === null
  const again = company_login === null ? "ask you to sign in again" : `ask you to sign in with ${company_login}`
  const undo = async () => {
    setBusy(true)
    try {
      const session = await call("POST /api/account/undo", { body: { token } })
      if (hasPasswordSignIn) choosePassword(session)
      else signInAgain()
    } catch (error) {
      onFailed(error)
    }
  }
  return (
    <NarrowPage
      title={TITLE}
      intro={
        <>
          {WHAT[change]} on {momentOf(at)}. <span className="mt-2 block">If that was you, close this page.</span>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <div>
          <p className="font-semibold">If it wasn't you, secure your account.</p>
          <p className="mt-1 text-ink-soft">We will:</p>
          <ul className="mt-1.5 flex list-disc flex-col gap-1.5 pl-5 text-ink-soft">
            <li>
              make <strong className="inline-block max-w-full font-semibold text-ink wrap-anywhere">{email}</strong>{" "}
              your <span className="whitespace-nowrap">sign-in</span> email
            </li>
            <li>
              sign out all devices, and disable {hasPasswordSignIn && "the current password and "}all app passwords
            </li>
            <li>remove passkeys, authenticator apps, security keys and recovery codes added since then</li>
            <li>{hasPasswordSignIn ? "ask you for a new password right away" : again}</li>
          </ul>
        </div>
        {change === "second_factor" && (
          <Notice>A removed two-step verification method can't be restored. Set it up again in your settings.</Notice>
        )}
        <Button size="lg" className="px-4 py-2.5" busy={isBusy} onClick={() => void undo()}>
          {isBusy ? "Securing your account..." : "Undo and secure account"}
        </Button>
        {!hasPasswordSignIn && (
          <p className="-mt-2 text-center text-sm text-ink-soft">
            Can't sign in afterward? <TextLink href="/contact">Contact support</TextLink>
          </p>
        )}
      </div>
    </NarrowPage>
  )
}

const LOGIN = ["/login", "Go to Login"] as const
const SUPPORT = ["/contact", "Contact support"] as const

function Refused({ problem }: { problem: string }) {
  const hasPasswordSignIn = useSite().sign_in.includes("password")
  // A link works once, and the answer to the first press can be lost on the way.
  const mayBeDone = problem === UNDO.expired
  return (
    <NarrowPage title="This link can't undo the change" intro={<span role="alert">{problem}</span>}>
      {mayBeDone && (
        <p className="mb-6 text-ink-soft">
          If you already chose “Undo and secure account,” your account is secure and all devices were signed out.{" "}
          {hasPasswordSignIn
            ? "To get back in, choose “Forgot password?” on the login page."
            : "To get back in, sign in again."}
        </p>
      )}
      <div className="flex flex-col gap-3">
        {(mayBeDone ? [LOGIN, SUPPORT] : [SUPPORT, LOGIN]).map(([href, text], at) => (
          <ButtonLink key={href} href={href} variant={at === 0 ? "primary" : "secondary"} size="lg">
            {text}
          </ButtonLink>
        ))}
      </div>
    </NarrowPage>
  )
}
