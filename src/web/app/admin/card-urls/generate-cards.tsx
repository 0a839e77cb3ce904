// Creates one card, or several at once with their downloads.
import { useState } from "react"
import type { CardBatch } from "../../../../api/cards.ts"
import { ADMIN } from "../../../../domain/admin-messages.ts"
import { cardCountOf } from "../../../../domain/card/card.ts"
import { CARD_BATCH_MAX } from "../../../../domain/limits.ts"
import { Button } from "../../../ui/button.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { TextField } from "../../../ui/form/text-field.tsx"
import { Dialog } from "../../../ui/overlay/dialog.tsx"
import { countOf } from "../../../ui/sizes.ts"
import { showFailure } from "../../show-failure.ts"
import { DialogButtons, Outcome } from "../dialog-parts.tsx"
import { CsvButton, SheetLink } from "./batch-links.tsx"
import { orderCards } from "./order-cards.ts"

/** The second press of a double click must not reach what takes the place of the button: it could close the dialog. */
const DOUBLE_CLICK_MS = 500

interface GenerateProps {
  /** the list has to be loaded again */
  onMade: (cardIds: string[]) => void
}

export function GenerateOne({ onMade, onCopy }: GenerateProps & { onCopy: (cardId: string) => Promise<void> }) {
  const generate = async () => {
    try {
      const { card_ids } = await orderCards(1)
      const [made = ""] = card_ids
      const action = { label: "Copy URL", run: () => void onCopy(made) }
      showToast({ title: ADMIN.cardGenerated, tone: "good", action })
      onMade(card_ids)
    } catch (error) {
      showFailure(ADMIN.cardFailed, error)
    }
  }
  return (
    <Button size="sm" onAct={generate}>
      Generate Card URL
    </Button>
  )
}

export function GenerateMany({ onMade }: GenerateProps) {
  const [made, setMade] = useState<CardBatch | null>(null)
  const showMade = (batch: CardBatch) => {
    setMade(batch)
    onMade(batch.card_ids)
  }
  return (
    <Dialog
      title={made === null ? "Generate card URLs" : countText(made)}
      description={
        made === null ? "Create a batch, then export a CSV for your printer or a sheet of QR codes." : undefined
      }
      onOpenChange={(open) => open && setMade(null)}
      trigger={
        <Button variant="secondary" size="sm">
          Generate Multiple
        </Button>
      }
    >
      {(close) => (made === null ? <Order onMade={showMade} onClose={close} /> : <Made batch={made} onClose={close} />)}
    </Dialog>
  )
}

const Made = ({ batch, onClose }: { batch: CardBatch; onClose: () => void }) => (
  <div className="flex flex-col gap-6">
    <Outcome>Ready for your printer, as a list or as QR codes.</Outcome>
    {/* Three fill one row. */}
    <div className="sm:*:*:flex-auto sm:*:*:px-4">
      <DialogButtons close="Done" onClose={onClose}>
        <SheetLink batch={batch.batch} />
        <CsvButton batch={batch.batch} variant="primary" />
      </DialogButtons>
    </div>
  </div>
)

interface OrderProps {
  onMade: (batch: CardBatch) => void
  onClose: () => void
}

function Order({ onMade, onClose }: OrderProps) {
  const [typed, setTyped] = useState("")
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const order = async () => {
    const count = cardCountOf(typed)
    if (count === null) return setError(ADMIN.cardCount)
    setBusy(true)
    const hasPassed = new Promise((resolve) => setTimeout(resolve, DOUBLE_CLICK_MS))
    try {
      const made = await orderCards(count)
      await hasPassed
      return onMade(made)
    } catch (failure) {
      showFailure(ADMIN.cardFailed, failure)
    }
    setBusy(false)
  }

  return (
    <form
      method="post"
      action="/admin"
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void order()
      }}
    >
      <TextField
        label="How many?"
        inputMode="numeric"
        autoComplete="off"
        placeholder="100"
        className="sm:w-36!"
        help={`From 1 to ${countOf(CARD_BATCH_MAX)}.`}
        error={error}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setError(undefined)
        }}
      />
      <DialogButtons onClose={onClose}>
        <Button type="submit" busy={isBusy}>
          {isBusy ? "Generating..." : "Generate"}
        </Button>
      </DialogButtons>
    </form>
  )
}

const countText = ({ card_ids }: CardBatch): string =>
  card_ids.length === 1 ? ADMIN.cardGenerated : `${card_ids.length} card URLs generated`
