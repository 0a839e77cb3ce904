// The offer of a passkey. Loaded when it is shown.
import { useEffect } from "react"
import { PASSKEY } from "../../domain/account/passkey-messages.ts"
import { Button } from "../ui/button.tsx"
import { Notice } from "../ui/feedback/notice.tsx"
import { showToast } from "../ui/feedback/toast-manager.ts"
import { addPasskey } from "./passkeys.ts"

/** A page on the way to another one shows it for a moment, which does not count. */
const SEEN_MS = 2_000

interface PasskeyNoticeProps {
  onSeen: () => void
  onClose: () => void
}

export function PasskeyNotice({ onSeen, onClose }: PasskeyNoticeProps) {
  useEffect(() => {
    const timer = setTimeout(onSeen, SEEN_MS)
    return () => clearTimeout(timer)
  }, [onSeen])
  const add = async () => {
    const problem = await addPasskey()
    if (problem === undefined) return
    if (problem === null) showToast({ title: PASSKEY.added, tone: "good" })
    else showToast({ title: PASSKEY.failed, description: problem, tone: "bad" })
    if (problem === null) onClose()
  }
  return (
    <Notice title="Next time, sign in with a touch" className="mx-auto mb-6 w-full max-w-3xl">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-4">
        <p>A passkey uses your fingerprint, face or screen lock instead of your password.</p>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="sm" onAct={add}>
            Set up a passkey
          </Button>
          <Button variant="quiet" size="sm" onClick={onClose}>
            Not now
          </Button>
        </div>
      </div>
    </Notice>
  )
}
