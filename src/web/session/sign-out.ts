// Signing out, which asks the page first.
import { AUTH } from "../../domain/messages.ts"
import { showToast } from "../ui/feedback/toast-manager.ts"
import { authErrorMessage, withAuth } from "./auth-client.ts"
import { mayLeave } from "./leave-question.ts"
import { leave } from "./session-store.ts"
import { clearAuthStorage } from "./storage.ts"

/** Ends the session and loads the landing page, unless the person stays because of unsaved changes. */
export async function signOut(): Promise<void> {
  if (!(await mayLeave())) return
  const { error } = await withAuth((client) => client.signOut())
  if (error !== null) {
    showToast({ title: AUTH.signOutFailed, description: authErrorMessage(error), tone: "bad" })
    return
  }
  leave()
  clearAuthStorage()
  location.assign("/")
}
