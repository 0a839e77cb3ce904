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
    // A link opens another page, which a busy device knows only after the pause.
    const onClick = (event: MouseEvent) => (opensHere(event) ? stop() : wait())
    document.addEventListener("click", onClick, { capture: true })
    return () => {
      stop()
      document.removeEventListener("click", onClick, { capture: true })
    }
  })
  return stop
}

function opensHere({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return !ctrlKey && !metaKey && !shiftKey && target instanceof Element && target.closest("a") !== null
}
