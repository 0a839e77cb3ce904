// Keeps the screen on for scanning, if the device can.
import { useEffect } from "react"

export function useAwakeScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const take = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return
      lock = await navigator.wakeLock.request("screen").catch(() => undefined)
      if (isOver) await lock?.release()
    }
    void take()
    // The device releases the lock when the page is hidden.
    document.addEventListener("visibilitychange", take)
    return () => {
      isOver = true
      document.removeEventListener("visibilitychange", take)
      void lock?.release()
    }
  }, [])
}
