// Tells the server that somebody looks at a profile, or saved its contact: without a cookie, without a name for who it is,
// and not at all when it is the owner.
import type { Visit } from "../../domain/insights/visit-form.ts"
import { SESSION_KEY } from "../session/session-key.ts"

/** Whoever has left by then has not looked; and whoever stays waits for nothing. */
const LOOK_MS = 1000

/** The session in the browser's storage names its user, who has the profile's id. */
function isOwner(profile: string): boolean {
  try {
    return !!localStorage[SESSION_KEY]?.includes(profile)
  } catch {
    return false
  }
}

export function count(did: Visit): void {
  const { profile } = document.querySelector<HTMLElement>("[data-profile]")?.dataset ?? {}
  if (!profile || isOwner(profile)) return
  // Some switch it off.
  navigator.sendBeacon?.("/api/visits", new Blob([JSON.stringify({ profile, did })], { type: "application/json" }))
}

/** Once the page is in view: not one that was loaded ahead, or in a tab nobody has opened. @returns takes it back */
export function countView(): () => void {
  const look = () => {
    if (document.hidden) document.addEventListener("visibilitychange", look, { once: true })
    else count("view")
  }
  const timer = setTimeout(look, LOOK_MS)
  return () => {
    clearTimeout(timer)
    document.removeEventListener("visibilitychange", look)
  }
}
