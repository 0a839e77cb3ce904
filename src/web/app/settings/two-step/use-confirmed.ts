// Tries a change; when the server first wants to see who is asking, the change waits for that and is tried again.
import { useState } from "react"
import { showToast } from "../../../ui/toast-manager.ts"
import type { Outcome } from "./factors.ts"

export interface Confirmed {
  /** @param failure title of the toast when the change is refused */
  attempt<Value>(act: () => Promise<Outcome<Value>>, onDone: (value: Value) => void, failure: string): Promise<void>
  /** set while somebody has to show who they are */
  confirming: { onConfirmed: () => void; onCancel: () => void } | null
}

export function useConfirmed(): Confirmed {
  const [waiting, setWaiting] = useState<(() => void) | null>(null)

  const attempt: Confirmed["attempt"] = async (act, onDone, failure) => {
    const outcome = await act()
    if (outcome.done) return onDone(outcome.value)
    if (outcome.confirm) setWaiting(() => () => void attempt(act, onDone, failure))
    else showToast({ title: failure, description: outcome.message, tone: "bad" })
  }
  const onConfirmed = () => {
    setWaiting(null)
    waiting?.()
  }
  return { attempt, confirming: waiting && { onConfirmed, onCancel: () => setWaiting(null) } }
}
