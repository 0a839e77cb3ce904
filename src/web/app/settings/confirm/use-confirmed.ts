// Tries a change; when the server first wants to see who is asking, the change waits for that and is tried again.
import { useState } from "react"
import { authClient } from "../../../session/auth-client.ts"
import { showToast } from "../../../ui/toast-manager.ts"
import type { Outcome } from "./outcome.ts"

export interface Confirmed {
  /** @param failure title of the toast when the change is refused */
  attempt<Value>(act: () => Promise<Outcome<Value>>, onDone: (value: Value) => void, failure: string): Promise<void>
  /** set while somebody has to show who they are */
  confirming: { hasFactor: boolean; onConfirmed: () => void; onCancel: () => void } | null
}

/** Asked of the server: the session at hand may be older than the last change. */
async function hasSecondFactor(): Promise<boolean> {
  const { data } = await authClient().mfa.listFactors()
  return (data?.totp.length ?? 0) > 0
}

export function useConfirmed(): Confirmed {
  const [waiting, setWaiting] = useState<{ again: () => void; hasFactor: boolean } | null>(null)

  const attempt: Confirmed["attempt"] = async (act, onDone, failure) => {
    const outcome = await act()
    if (outcome.done) return onDone(outcome.value)
    if (outcome.confirm) {
      const hasFactor = await hasSecondFactor()
      setWaiting({ hasFactor, again: () => void attempt(act, onDone, failure) })
    } else showToast({ title: failure, description: outcome.message, tone: "bad" })
  }
  const onConfirmed = () => {
    setWaiting(null)
    waiting?.again()
  }
  return {
    attempt,
    confirming: waiting && { hasFactor: waiting.hasFactor, onConfirmed, onCancel: () => setWaiting(null) },
  }
}
