// Shows a toast from anywhere; flash-toast.ts keeps one for the next page. There is one at a time: a new one replaces the one before it,
// so that no old error stays beside a later success.
import { useSyncExternalStore } from "react"
import { type FlashToast, TOAST_EVENT } from "./flash-toast.ts"

export interface ToastText extends FlashToast {
  /** a button inside the toast, e.g. to resend an email */
  action?: { label: string; run: () => void }
}

export interface ShownToast extends ToastText {
  id: number
  /** milliseconds, as Date.now() has them */
  since: number
  /** it was there before the dialog that is open */
  isBehind?: boolean
}

const READ_AFTER_MS = 2000

let shown: ShownToast | null = null
let count = 0
const listeners = new Set<() => void>()

function show(next: ShownToast | null): void {
  shown = next
  for (const tell of listeners) tell()
}

/** From before there is a place to show it, it waits. */
export function showToast(toast: ToastText): void {
  count += 1
  show({ ...toast, id: count, since: Date.now() })
}

/** Does nothing if another one has replaced it. */
export function closeToast({ id }: ShownToast): void {
  if (shown?.id === id) show(null)
}

/** For a page whose heading is the news. */
export const clearToast = (): void => show(null)

/** When a dialog opens. A success may come from the same action, just before: it stays, but no longer in front. */
export function clearReadToast(): void {
  if (shown)
    show(shown.tone !== "good" || Date.now() - shown.since > READ_AFTER_MS ? null : { ...shown, isBehind: true })
}

export const useToast = (): ShownToast | null =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => shown,
    () => null,
  )

/** How documents show a toast where there is a place for ours: the visitor script asks first, by an event that can be canceled. */
export function showVisitorsToasts(): () => void {
  const show = (event: Event) => {
    event.preventDefault()
    showToast((event as CustomEvent<FlashToast>).detail)
  }
  document.addEventListener(TOAST_EVENT, show)
  return () => document.removeEventListener(TOAST_EVENT, show)
}
