// Keeps the screen on while somebody scans it, where the device can do that.
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
    // The device lets go of it whenever the page is out of sight.
    document.addEventListener("visibilitychange", take)
    return () => {
      isOver = true
      document.removeEventListener("visibilitychange", take)
      void lock?.release()
    }
  }, [])
}
