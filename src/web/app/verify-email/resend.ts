// Resends the verification email and says so; the answer is the same whether or not the address is known.
import { AUTH } from "../../../domain/messages.ts"
import { authClient } from "../../session/auth-client.ts"
import { authErrorMessage } from "../../session/auth-error-message.ts"
import { withReturn } from "../../session/return-path.ts"
import { showToast } from "../../ui/feedback/toast-manager.ts"

const SENT = {
  title: "Verification email sent",
  description: "If this address is waiting to be verified, a new link is on its way.",
}

/** Where the link of the email leads; it includes the page to return to after sign-up. */
export const verificationPage = (): string => location.origin + withReturn("/verify-email", location.search)

/** True when the server accepted the request. Shows a toast either way. */
export async function resendVerification(email: string): Promise<boolean> {
  const { error } = await authClient().resend({
    type: "signup",
    email,
    options: { emailRedirectTo: verificationPage() },
  })
  if (error === null) showToast({ ...SENT, tone: "good" })
  else showToast({ title: AUTH.verificationError, description: authErrorMessage(error), tone: "bad" })
  return error === null
}

/** The button in a toast that offers it. */
export const resendAction = (email: string) => ({
  label: "Send the email again",
  run: () => void resendVerification(email),
})
