// A toast kept across a full page load. On its own, because documents show it too, and know nothing of the application's toasts.

export interface CarriedToast {
  title: string
  description?: string | undefined
  tone?: "good" | "bad" | "neutral"
}

const CARRIED = "meishi-toast"

export const carryToast = (toast: CarriedToast): void => sessionStorage.setItem(CARRIED, JSON.stringify(toast))

/** What the page before left, once; null when there is nothing, or somebody else's entry. */
export function takeCarriedToast(): CarriedToast | null {
  try {
    const kept = sessionStorage.getItem(CARRIED)
    sessionStorage.removeItem(CARRIED)
    const toast = JSON.parse(kept ?? "null")
    return typeof toast?.title === "string" ? toast : null
  } catch {
    return null
  }
}
