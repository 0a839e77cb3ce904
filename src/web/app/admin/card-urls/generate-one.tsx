// Creates one card.
import { useState } from "react"
import { ADMIN } from "../../../../domain/messages.ts"
import { Button } from "../../../ui/button.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { orderCards } from "./order-cards.ts"
import { sayFailed } from "./use-card-acts.ts"

export function GenerateOne({ onMade }: { onMade: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const generate = async () => {
    setBusy(true)
    try {
      await orderCards(1)
      showToast({ title: ADMIN.cardGenerated, tone: "good" })
      onMade()
    } catch (error) {
      sayFailed(ADMIN.cardFailed, error)
    }
    setBusy(false)
  }
  return (
    <Button busy={isBusy} onClick={() => void generate()}>
      Generate Card URL
    </Button>
  )
}
