// A toast kept across a full page load. A separate file, because documents show it without the application's toasts.

export interface FlashToast {
  title: string
  description?: string | undefined
  tone?: "good" | "bad" | "neutral"
}

/** A document's script has a toast to show. */
export const TOAST_EVENT = "meishi-toast"

const CARRIED = "meishi-toast"

/** Without room, only the toast is lost. */
export function flashToast(toast: FlashToast): void {
  try {
    sessionStorage.setItem(CARRIED, JSON.stringify(toast))
  } catch {
    return
  }
}

/** What the previous page left, once; null when there is nothing, or an entry that is not a toast. */
export function takeFlashToast(): FlashToast | null {
  try {
    const kept = sessionStorage.getItem(CARRIED)
    sessionStorage.removeItem(CARRIED)
    const toast = JSON.parse(kept ?? "null")
    return typeof toast?.title === "string" ? toast : null
  } catch {
    return null
  }
}
