// A new sign-in email that waits to be confirmed, or whose link no longer works.
import type { EmailChange } from "../../../api/account.ts"
import { useSite } from "../../layout/site.ts"
import { call } from "../../session/api.ts"
import { withAuth } from "../../session/auth-client.ts"
import { refreshMe } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/feedback/notice.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { showFailure } from "../show-failure.ts"

function whyEnded(ended: EmailChange["ended"], hasPasswordSignIn: boolean): string {
  if (ended === "password_changed" && hasPasswordSignIn)
    return "You changed your password after requesting this change. For your safety, the link we sent no longer works."
  if (ended === "device_signed_out")
    return "A device was signed out after you requested this change. For your safety, the link we sent no longer works."
  return "For your safety, the link we sent no longer works."
}

type PendingChangeProps = EmailChange & { current: string; onChanged: () => Promise<void> }

export function PendingChange({ new_email, ended, current, onChanged }: PendingChangeProps) {
  const hasPasswordSignIn = useSite().sign_in.includes("password")
  if (ended !== null)
    return (
      <Notice title="Your new sign-in email was not confirmed">
        {whyEnded(ended, hasPasswordSignIn)} Enter the address again to get a new link.
      </Notice>
    )
  if (new_email === null || new_email === current) return null
  /** The endpoints that send it again and cancel it succeed even if it was confirmed or canceled on another device. */
  const isWaiting = async (failure: string): Promise<boolean> => {
    const now = await call("GET /api/account/email-change").catch(() => null)
    if (now === null || now.new_email === new_email) return true
    showToast({ title: failure, description: "This change is no longer pending.", tone: "bad" })
    await Promise.all([onChanged(), refreshMe()])
    return false
  }
  const resend = async () => {
    if (!(await isWaiting("Couldn't send the email"))) return
    const options = { emailRedirectTo: `${location.origin}/verify-email` }
    const { error } = await withAuth((client) => client.resend({ type: "email_change", email: current, options }))
    if (error === null) showToast({ title: "Email sent again", description: `To ${new_email}.`, tone: "good" })
    else showFailure("Couldn't send the email", error)
  }
  const cancel = async () => {
    if (!(await isWaiting("Couldn't cancel the change"))) return
    try {
      await call("DELETE /api/account/email-change")
      showToast({ title: "Change canceled", description: `You still sign in with ${current}.`, tone: "good" })
      await onChanged()
    } catch (error) {
      showFailure("Couldn't cancel the change", error)
    }
  }
  return (
    <Notice
      title={
        <>
          Waiting for you to confirm <span className="inline-block max-w-full">{new_email}</span>
        </>
      }
    >
      <p>Open the link we sent there to confirm it. Until then, keep signing in as before.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onAct={resend}>
          Send the email again
        </Button>
        <Button variant="secondary" size="sm" onAct={cancel}>
          Cancel change
        </Button>
      </div>
    </Notice>
  )
}
