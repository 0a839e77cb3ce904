// Shows a toast from anywhere; flash-toast.ts keeps one for the next page.
import { Toast } from "@base-ui/react/toast"
import type { PictureKind } from "../../../domain/profile/image.ts"
import type { FlashToast } from "./flash-toast.ts"

export interface ToastText extends FlashToast {
  /** a button inside the toast, e.g. to resend an email */
  action?: { label: string; run: () => void }
  /** a later toast about the same thing replaces it */
  about?: "sign-in" | "verification" | "profile" | PictureKind
}

export const toastManager = Toast.createToastManager()
const LONG_MS = 12_000

/** Toasts from before there is a place to show them; null once there is. */
let waiting: ToastText[] | null = []

export function showWaitingToasts(): void {
  const toasts = waiting ?? []
  waiting = null
  for (const toast of toasts) showToast(toast)
}

/** Errors and toasts with a button stay long enough to be read and used. None is "urgent": the library hides those, including their button, from screen readers and reads out a copy. */
export function showToast(toast: ToastText): void {
  if (waiting !== null) {
    waiting.push(toast)
    return
  }
  const { title, description, tone = "neutral", action, about } = toast
  if (about) toastManager.close(about)
  toastManager.add({
    ...(about && { id: about }),
    title,
    description,
    type: tone,
    ...((tone === "bad" || action) && { timeout: LONG_MS }),
    ...(action && { actionProps: { children: action.label, onClick: action.run } }),
  })
}
