// Sends a decision about a profile. If another moderator was faster, a message says so and the list is updated.
import { useState } from "react"
import { MODERATION } from "../../../../domain/messages.ts"
import { ApiError } from "../../../session/api.ts"
import { showToast } from "../../../ui/feedback/toast-manager.ts"

type Decision = "hide" | "restore" | "dismiss"

/** @param onDecided called when this profile is decided, here or by another moderator */
export function useDecision(onDecided: (profileId: string) => void) {
  const [busy, setBusy] = useState<string | null>(null)

  async function decide(
    profileId: string,
    decision: Decision,
    done: string,
    send: (params: { id: string }) => Promise<unknown>,
  ): Promise<void> {
    setBusy(`${profileId} ${decision}`)
    try {
      await send({ id: profileId })
      showToast({ title: done, tone: "good" })
      onDecided(profileId)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ title: MODERATION.failed, description: error.message, tone: "bad" })
      if (error.status === 409 || error.status === 404) onDecided(profileId)
    } finally {
      setBusy(null)
    }
  }

  return { busy, decide }
}
