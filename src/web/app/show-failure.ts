// The message after an action failed; none if the person canceled it.
import { AUTH } from "../../domain/messages.ts"
import { ApiError, isCanceled } from "../session/api.ts"
import { authErrorMessage, isAuthError } from "../session/auth-client.ts"
import { showToast } from "../ui/feedback/toast-manager.ts"

/** @param title what was not done */
export function showFailure(title: string, error: unknown): void {
  if (isCanceled(error)) return
  const description = error instanceof ApiError || isAuthError(error) ? authErrorMessage(error) : AUTH.unknown
  showToast({ title, description, tone: "bad" })
}
