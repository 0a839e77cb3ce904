// /reset-password: opened from the link in the reset email (specification sections 2, 4, 5 and 8).
import { useEffect, useState } from "react"
import { useNavigate } from "react-router"
import { RESET } from "../../../domain/messages.ts"
import { abandonReset } from "../../session/session-store.ts"
import { PanelFailed } from "../../ui/feedback/panel-waiting.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { NarrowPage } from "../narrow-page.tsx"
import { pageTitle } from "../titles.ts"
import { ResetForm } from "./reset-form.tsx"
import { checkLink, forgetLink, HIDE_LINK, type LinkCheck } from "./reset-link.ts"

export const meta = pageTitle("Reset Password")
export const handle = { firstScript: HIDE_LINK }

export default function ResetPassword() {
  const [found, setFound] = useState<LinkCheck | null>(null)
  const [attempt, setAttempt] = useState(0)
  const navigate = useNavigate()

  useEffect(() => {
    let isHere = true
    void checkLink(attempt > 0).then((result) => {
      if (!isHere) return
      if (result.state !== "refused") return setFound(result)
      forgetLink()
      void abandonReset()
      showToast({ title: RESET.title, description: result.message, tone: "bad" })
      void navigate("/login", { replace: true })
    })
    return () => {
      isHere = false
    }
  }, [attempt, navigate])

  const retry = () => {
    setFound(null)
    setAttempt(attempt + 1)
  }
  if (found?.state === "ready") return <ResetForm email={found.email} />
  if (found?.state === "unchecked") return <Unchecked problem={found.problem} onRetry={retry} />
  return <Validating />
}

function Validating() {
  return (
    <NarrowPage title="Validating Reset Link">
      <p role="status" className="flex items-center gap-3 text-ink-soft">
        <Spinner />
        Please wait while we validate your password reset link
      </p>
    </NarrowPage>
  )
}

function Unchecked(props: { problem: string; onRetry: () => void }) {
  return (
    <NarrowPage title="Validating Reset Link">
      <PanelFailed title="Your link could not be checked." {...props} />
    </NarrowPage>
  )
}
