// 'Write to card': writes the card's address to an NFC card held to this phone.
import { useCallback, useEffect, useRef, useState } from "react"
import IconAlertTriangle from "~icons/alert-triangle"
import IconCircleCheck from "~icons/circle-check"
import IconNfc from "~icons/nfc"
import { Button } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { type WriteFailure, writeCard } from "./web-nfc.ts"

type State = "waiting" | "written" | "canceled" | WriteFailure

const TEXT: Record<State, [title: string, text: string]> = {
  waiting: ["Hold the card to your phone", "Hold it flat against the back until it's written."],
  written: ["Card written", "Tap it with any phone to try it."],
  canceled: ["Canceled", "Nothing was written."],
  "not-allowed": ["NFC isn't allowed here", "Allow NFC for this site in your browser's settings, then try again."],
  "not-supported": [
    "This card can't be written",
    "This phone has no NFC, or this kind of card can't hold a web address.",
  ],
  "switched-off": ["NFC is off", "Turn it on in your phone's settings, then try again."],
  "moved-away": ["The card was not written", "It moved too soon, or it is locked. Hold it still and try again."],
}

export function WriteCard({ url, onClose }: { url: string; onClose: () => void }) {
  const [state, setState] = useState<State>("waiting")
  const running = useRef(new AbortController())

  const write = useCallback(async () => {
    running.current.abort()
    const mine = new AbortController()
    running.current = mine
    setState("waiting")
    const end = await writeCard(url, mine.signal)
    if (running.current === mine) setState(end)
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
  return (
    <div className="flex flex-col gap-6">
      <div
        role={state === "waiting" || state === "written" || state === "canceled" ? "status" : "alert"}
        className="flex flex-col items-center gap-4 rounded-2xl bg-well px-4 py-8 text-center"
      >
        <Picture state={state} />
        <div>
          <p className="text-lg font-semibold">{title}</p>
          <p className="mt-1 text-balance text-ink-soft">{text}</p>
        </div>
      </div>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {state === "waiting" && (
          <Button variant="secondary" onClick={() => running.current.abort()}>
            Cancel
          </Button>
        )}
        {state === "written" && <Button onClick={onClose}>Done</Button>}
        {state !== "waiting" && state !== "written" && (
          <>
            <Button variant="secondary" onClick={onClose}>
              Close
            </Button>
            <Button onClick={() => void write()}>Try again</Button>
          </>
        )}
      </div>
    </div>
  )
}

function Picture({ state }: { state: State }) {
  const isWaiting = state === "waiting"
  const Icon = isWaiting || state === "canceled" ? IconNfc : state === "written" ? IconCircleCheck : IconAlertTriangle
  const color = state === "written" ? "text-good" : isWaiting || state === "canceled" ? "text-ink-soft" : "text-bad"
  return (
    <Icon
      size={56}
      stroke={1.5}
      className={classNames(color, isWaiting && "animate-pulse motion-reduce:animate-none")}
    />
  )
}
