// Tells the server that a visitor views a profile or saved its contact: without a cookie or an identifier,
// and never for the owner.
import type { Visit } from "../../api/insights.ts"
import { OWN_PROFILES_KEY, SESSION_KEY } from "../session/storage.ts"

/** A shorter visit does not count as a view. */
const LOOK_MS = 1000

/** The session in the browser's storage has the user's id, which is the first profile's id; further ones are listed beside it. */
function isOwner(profile: string): boolean {
  try {
    return [SESSION_KEY, OWN_PROFILES_KEY].some((key) => localStorage[key]?.includes(profile))
  } catch {
    return false
  }
}

export function count(did: Visit): void {
  const { profile } = document.querySelector<HTMLElement>("[data-profile]")?.dataset ?? {}
  if (!profile || isOwner(profile)) return
  // Some people turn it off.
  navigator.sendBeacon?.("/api/visits", new Blob([JSON.stringify({ profile, did })], { type: "application/json" }))
}

/** Once the page is in view: not while it is prerendered or in a background tab. */
export function countView(signal: AbortSignal): void {
  const look = () => {
    if (signal.aborted) return
    if (document.hidden) document.addEventListener("visibilitychange", look, { once: true, signal })
    else count("view")
  }
  setTimeout(look, LOOK_MS)
}
