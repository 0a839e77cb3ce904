// Shows a toast from anywhere; flash-toast.ts keeps one for the next page.
import { Toast } from "@base-ui/react/toast"
import { type FlashToast, TOAST_EVENT } from "./flash-toast.ts"

export interface ToastText extends FlashToast {
  /** a button inside the toast, e.g. to resend an email */
  action?: { label: string; run: () => void }
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

/** Replaces the toast before it, so that no old error stays beside a later success. Errors and toasts with a button stay long enough to be read and used. None is "urgent": the library hides those, including their button, from screen readers and reads out a copy. */
export function showToast(toast: ToastText): void {
  if (waiting !== null) {
    waiting.push(toast)
    return
  }
  const { title, description, tone = "neutral", action } = toast
  toastManager.close()
  toastManager.add({
    title,
    description,
    type: tone,
    ...((tone === "bad" || action) && { timeout: LONG_MS }),
    ...(action && { actionProps: { children: action.label, onClick: action.run } }),
  })
}

/** How documents show a toast where there is a place for ours: the visitor script asks first, by an event that can be canceled. */
export function showVisitorsToasts(): () => void {
  const show = (event: Event) => {
    event.preventDefault()
    showToast((event as CustomEvent<FlashToast>).detail)
  }
  document.addEventListener(TOAST_EVENT, show)
  return () => document.removeEventListener(TOAST_EVENT, show)
}
