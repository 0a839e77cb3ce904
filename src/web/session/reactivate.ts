// Brings a deactivated account back (specification sections 4, 7 and 8).
import { AUTH } from "../../domain/messages.ts"
import { showToast } from "../ui/feedback/toast-manager.ts"
import { call } from "./api.ts"
import { authClient } from "./auth-client.ts"

/** True when the account is active again; a failure shows a toast. */
export async function reactivateAccount(): Promise<boolean> {
  try {
    const { data } = await authClient().getSession()
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
