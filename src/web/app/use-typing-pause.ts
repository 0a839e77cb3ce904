// What is typed into a search is sent after a pause: each key would be a request.
import { useEffect, useRef } from "react"
import { useNavigation } from "react-router"

/** Delay between the last key and the request. */
const PAUSE_MS = 250

/**
 * @param isTyping whether the field holds what was not sent yet
 * @param send changes the address. Not called while another page is being opened, which that would cancel
 * @returns stops waiting, for what is sent at once
 */
export function useTypingPause(isTyping: boolean, send: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isIdle = useNavigation().state === "idle"
  const stop = () => clearTimeout(timer.current)
  useEffect(() => {
    if (!isTyping || !isIdle) return
    const wait = () => {
      stop()
      timer.current = setTimeout(send, PAUSE_MS)
    }
    wait()
    // It may open another page, which is known a moment later.
    document.addEventListener("click", wait, { capture: true })
    return () => {
      stop()
      document.removeEventListener("click", wait, { capture: true })
    }
  })
  return stop
}
