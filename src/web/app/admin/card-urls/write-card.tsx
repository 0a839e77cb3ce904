// 'Write to card': writes the card's address to an NFC card held to this phone.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react"
import IconAlertTriangle from "~icons/alert-triangle"
import IconNfc from "~icons/nfc"
import { Button } from "../../../ui/button.tsx"
import { DialogButtons, Outcome } from "../dialog-parts.tsx"
import { type WriteFailure, writeCard } from "./web-nfc.ts"

/** Then also the title of the dialog. */
export const WRITTEN = "Card written"

type State = "waiting" | "written" | "canceled" | WriteFailure

const TEXT: Record<State, [title: string, text: string]> = {
  waiting: ["Hold the card to your phone", "Keep it flat against the back until it's written."],
  written: [WRITTEN, "Tap it with any phone to try it."],
  canceled: ["Canceled", "Nothing was written."],
  "not-allowed": ["NFC isn't allowed here", "Allow NFC for this site in your browser's settings, then try again."],
  "not-supported": [
    "This card can't be written",
    "This phone has no NFC, or this kind of card can't hold a web address.",
  ],
  "switched-off": ["NFC is off", "Turn it on in your phone's settings, then try again."],
  "moved-away": ["Couldn't write to the card", "It moved too soon, or it is locked. Hold it still and try again."],
}

interface WriteCardProps {
  url: string
  onWritten: () => void
  onClose: () => void
}

export function WriteCard({ url, onWritten, onClose }: WriteCardProps) {
  const [state, setState] = useState<State>("waiting")
  const running = useRef(new AbortController())
  const written = useEffectEvent(onWritten)

  const write = useCallback(async () => {
    running.current.abort()
    const mine = new AbortController()
    running.current = mine
    setState("waiting")
    const end = await writeCard(url, mine.signal)
    if (running.current !== mine) return
    setState(end)
    if (end === "written") written()
  }, [url])

  useEffect(() => {
    void write()
    return () => {
      const mine = running.current
      running.current = new AbortController()
      mine.abort()
    }
  }, [write])

  const [title, text] = TEXT[state]
  const isNeutral = state === "waiting" || state === "canceled"
  return (
    <div className="flex flex-col gap-6">
      <Outcome
        {...(state !== "written" && {
          tone: isNeutral ? "neutral" : "bad",
          icon: isNeutral ? IconNfc : IconAlertTriangle,
        })}
        iconLook={state === "waiting" ? "animate-pulse motion-reduce:animate-none" : ""}
      >
        <p className={state === "written" ? "sr-only" : "mb-1 font-semibold"}>{title}</p>
        {text}
      </Outcome>
      {state === "waiting" && <DialogButtons onClose={() => running.current.abort()} />}
      {state === "written" && <DialogButtons close="Done" variant="primary" onClose={onClose} />}
      {state !== "waiting" && state !== "written" && (
        <DialogButtons close="Close" onClose={onClose}>
          <Button onClick={() => void write()}>Try again</Button>
        </DialogButtons>
      )}
    </div>
  )
}
