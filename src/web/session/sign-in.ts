// Signing in and out as specified (section 4): first, every old session is ended.
import { isAuthApiError } from "@supabase/auth-js"
import { AUTH } from "../../domain/messages.ts"
import { showToast } from "../ui/feedback/toast-manager.ts"
import { authClient } from "./auth-client.ts"
import { authErrorMessage } from "./auth-error-message.ts"
import { clearAuthStorage } from "./flags.ts"
import { leave } from "./session-store.ts"

export interface SignInFailure {
  message: string
  isUnconfirmed: boolean
}

/** Null when signed in. */
export async function signIn(email: string, password: string): Promise<SignInFailure | null> {
  const client = authClient()
  // Ends the old session on the server too; a failure must not prevent the sign-in.
  await client.signOut({ scope: "global" }).catch(() => undefined)
  clearAuthStorage()
  const { error } = await client.signInWithPassword({ email, password })
  if (error === null) return null
  const isUnconfirmed = isAuthApiError(error) && error.code === "email_not_confirmed"
  return { message: authErrorMessage(error), isUnconfirmed }
}

/** Ends the session and loads the landing page. */
export async function signOut(): Promise<void> {
  const { error } = await authClient().signOut()
  if (error !== null) {
    showToast({ title: AUTH.signOutFailed, description: authErrorMessage(error), tone: "bad" })
    return
  }
  leave()
  clearAuthStorage()
  location.assign("/")
}
