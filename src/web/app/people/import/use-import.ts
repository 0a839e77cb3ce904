// Sends the people of a file in parts. After a failure it goes on where it stopped.
import { useRef, useState } from "react"
import { partsOf } from "../../../../domain/people/address-book.ts"
import { call, sentenceOf } from "../../../session/api.ts"

export interface ImportProgress {
  sent: number
  added: number
  duplicates: number
  unreadable: number
  state: "sending" | "done" | "failed"
  problem: string
}

interface Sending {
  parts: Iterator<string, undefined>
  /** not answered yet: perhaps it was stored, and only the answer was lost */
  part: { body: Blob; idempotency_key: string } | undefined
  duplicates: "add" | "skip"
  now: ImportProgress
}

export function useImport() {
  const [progress, setProgress] = useState<ImportProgress | null>(null)
  const sending = useRef<Sending | null>(null)
  const proceed = async () => {
    const current = sending.current
    if (current === null) return
    const show = (changed: Partial<ImportProgress>) => {
      current.now = { ...current.now, ...changed }
      setProgress(current.now)
    }
    show({ state: "sending" })
    try {
      for (;;) {
        current.part ??= nextPart(current.parts)
        if (current.part === undefined) break
        const { body, idempotency_key } = current.part
        const query = { duplicates: current.duplicates, idempotency_key }
        const answer = await call("POST /api/people/imports", { body, query })
        current.part = undefined
        const { sent, added, duplicates, unreadable } = current.now
        show({
          added: added + answer.added,
          duplicates: duplicates + answer.duplicates,
          unreadable: unreadable + answer.unreadable,
          sent: sent + answer.added + answer.duplicates + answer.unreadable,
        })
      }
      show({ state: "done" })
    } catch (error) {
      show({ state: "failed", problem: sentenceOf(error) })
    }
  }
  const start = (people: readonly { card: string }[], mayRepeat: boolean, unreadable: number) => {
    sending.current = {
      parts: partsOf(people),
      part: undefined,
      duplicates: mayRepeat ? "add" : "skip",
      now: { sent: 0, added: 0, duplicates: 0, unreadable, state: "sending", problem: "" },
    }
    void proceed()
  }
  return { progress, start, proceed }
}

function nextPart(parts: Iterator<string, undefined>): Sending["part"] {
  const { value } = parts.next()
  if (value === undefined) return undefined
  // Not a UUID: browsers make one only where the site has https.
  const idempotency_key = crypto.getRandomValues(new Uint32Array(4)).join("-")
  return { body: new Blob([value], { type: "text/vcard" }), idempotency_key }
}
