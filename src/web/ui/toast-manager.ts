// Shows a toast from anywhere; `carry` keeps one for the page that is about to load.
import { Toast } from "@base-ui/react/toast"

export interface ToastText {
  title: string
  description?: string | undefined
  tone?: "good" | "bad" | "neutral"
  /** a button inside the toast, e.g. to send a mail again */
  action?: { label: string; run: () => void }
}

export const toastManager = Toast.createToastManager()
const CARRIED = "meishi-toast"
const LONG_MS = 12_000

/** Errors and toasts with a button stay long enough to be read and used. (Urgent ones are hidden from screen readers: no buttons there.) */
export function showToast({ title, description, tone = "neutral", action }: ToastText): void {
  toastManager.add({
    title,
    description,
    type: tone,
    priority: tone === "bad" && !action ? "high" : "low",
    ...((tone === "bad" || action) && { timeout: LONG_MS }),
    ...(action && { actionProps: { children: action.label, onClick: action.run } }),
  })
}

/** Keeps a toast across a full page load (an action cannot be kept). */
export function carryToast(text: Omit<ToastText, "action">): void {
  sessionStorage.setItem(CARRIED, JSON.stringify(text))
}

/** Shows what the page before left; called once by <Toasts/>. */
export function showCarriedToast(): void {
  const kept = sessionStorage.getItem(CARRIED)
  if (kept === null) return
  sessionStorage.removeItem(CARRIED)
  try {
    const { title, description, tone } = JSON.parse(kept)
    if (typeof title === "string") showToast({ title, description, tone })
  } catch {
    // Somebody else's entry: nothing to show.
  }
}
