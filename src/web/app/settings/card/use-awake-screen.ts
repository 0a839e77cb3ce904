// Keeps the screen on for scanning, if the device can.
import { useEffect } from "react"

/** A device that refuses (low battery, power saving) is asked again when the page is touched or shown again. */
export function useAwakeScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isAsking = false
    let isOver = false
    const take = async () => {
      const isHeld = isAsking || lock?.released === false
      if (isHeld || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return
      isAsking = true
      lock = await navigator.wakeLock.request("screen").catch(() => undefined)
      isAsking = false
      if (isOver) await lock?.release()
    }
    void take()
    // The device releases the lock when the page is hidden.
    document.addEventListener("visibilitychange", take)
    document.addEventListener("pointerdown", take)
    return () => {
      isOver = true
      document.removeEventListener("visibilitychange", take)
      document.removeEventListener("pointerdown", take)
      void lock?.release()
    }
  }, [])
}
