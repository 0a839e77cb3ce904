// What people do about their account without a page of its own: resend the verification email, reactivate.
import { AUTH } from "../../domain/messages.ts"
import { showToast } from "../ui/feedback/toast-manager.ts"
import { call } from "./api.ts"
import { authErrorMessage, withAuth } from "./auth-client.ts"
import { withReturn } from "./return-path.ts"

export const RESEND = "Send the email again"
const SENT = {
  title: "Verification email sent",
  description: "If this address is waiting to be verified, a new link is on its way.",
}

/** Where the link of the email leads; it includes the page to return to after sign-up. */
export const verificationPage = (): string => location.origin + withReturn("/verify-email", location.search)

/** Shows a toast either way: the answer is the same whether or not the address is known. */
export async function resendVerification(email: string): Promise<void> {
  const { error } = await withAuth((client) =>
    client.resend({
      type: "signup",
      email,
      options: { emailRedirectTo: verificationPage() },
    }),
  )
  if (error === null) showToast({ ...SENT, tone: "good" })
  else showToast({ title: AUTH.verificationError, description: authErrorMessage(error), tone: "bad" })
}

/** True when the account is active again (specification sections 7 and 8); a failure shows a toast. */
export async function reactivateAccount(): Promise<boolean> {
  try {
    const { data } = await withAuth((client) => client.getSession())
    if (data.session === null) throw new Error(AUTH.noUser)
    const user_id = data.session.user.id
    await call("POST /api/functions/reactivate-user-account", { body: { user_id } })
    return true
  } catch (error) {
    const description = (error instanceof Error && error.message) || AUTH.unknown
    showToast({ title: AUTH.reactivateFailed, description, tone: "bad" })
    return false
  }
}
