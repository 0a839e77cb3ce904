// Several cards at once: which are selected, and the bar with what can be done with them. The server checks again.
import { useState } from "react"
import type { CardUrl } from "../../../../api/cards.ts"
import type { CardBulkChange } from "../../../../domain/card/card-forms.ts"
import { CARD } from "../../../../domain/card/card-messages.ts"
import { CARD_BATCH_MAX } from "../../../../domain/limits.ts"
import { csv } from "../../../../domain/text/csv.ts"
import { call, isCanceled } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { useConfirm } from "../../../ui/overlay/confirm-dialog.tsx"
import { saveFile } from "../../../ui/save-file.ts"
import { showFailure } from "../../show-failure.ts"

export type CardSelection = ReturnType<typeof useCardSelection>

export function useCardSelection() {
  /** the owner of each, as the list showed it; undefined for those of a batch that it does not show */
  const [owners, setOwners] = useState<ReadonlyMap<string, string | null | undefined>>(new Map())
  const add = (more: [string, string | null | undefined][]) =>
    setOwners((others) => new Map([...others, ...more.filter(([id]) => !others.has(id))].slice(0, CARD_BATCH_MAX)))
  return {
    owners,
    /** for the list's checkboxes */
    select: {
      noun: "card",
      nameOf: ({ card_id }: CardUrl) => card_id,
      has: ({ card_id }: CardUrl) => owners.has(card_id),
      set(cards: CardUrl[], isSelected: boolean) {
        if (isSelected) return add(cards.map(({ card_id, user_id }) => [card_id, user_id]))
        const left = new Set(cards.map(({ card_id }) => card_id))
        setOwners((others) => new Map([...others].filter(([id]) => !left.has(id))))
      },
    },
    clear: () => setOwners(new Map()),
    /** All cards of a batch, also those that the list does not show yet. */
    async addBatch(batch: string): Promise<void> {
      try {
        const { card_ids } = await call("GET /api/admin/card-batches/{batch}", { params: { batch } })
        add(card_ids.map((id) => [id, undefined]))
      } catch (error) {
        showFailure("Couldn't select the batch", error)
      }
    },
  }
}

const count = (number: number): string => `${number} ${number === 1 ? "card" : "cards"}`

const CHANGES: Record<
  CardBulkChange["change"],
  { label: string; title: (cards: string) => string; question: string; done: string }
> = {
  lost: {
    label: "Report lost",
    title: (cards) => `Report ${cards} lost?`,
    question:
      "Anyone who opens them sees that they are not in use, and no one can activate them until they are marked as found.",
    done: "reported lost",
  },
  found: {
    label: "Mark as found",
    title: (cards) => `Mark ${cards} as found?`,
    question: "They will be in use again and open the profiles they are linked to.",
    done: "in use again",
  },
  unlinked: {
    label: "Unlink",
    title: (cards) => `Unlink ${cards}?`,
    question: "They will no longer open a profile, and the next signed-in person who opens one can claim it.",
    done: "unlinked",
  },
}

interface SelectedCardsProps {
  selection: CardSelection
  urlOf: (card: Pick<CardUrl, "card_id">) => string
  /** the list has to be loaded again */
  onChanged: () => void
}

export function SelectedCards({ selection: { owners, clear }, urlOf, onChanged }: SelectedCardsProps) {
  const [busy, setBusy] = useState<CardBulkChange["change"] | null>(null)
  const { ask, dialog } = useConfirm()
  const ids = [...owners.keys()]

  const run = async (change: CardBulkChange["change"]) => {
    setBusy(change)
    try {
      const body = { change, card_ids: ids, owners: Object.fromEntries(owners) }
      const { changed } = await call("POST /api/admin/card-changes", { body })
      const left = ids.length - changed.length
      showToast({
        title: `${count(changed.length)} ${CHANGES[change].done}`,
        ...(left > 0 && { description: CARD.alreadySo(left) }),
        tone: "good",
      })
      clear()
      onChanged()
    } catch (error) {
      if (!isCanceled(error)) showFailure("Couldn't change the cards", error)
    }
    setBusy(null)
  }
  const start = (change: CardBulkChange["change"]) => {
    const { label, title, question } = CHANGES[change]
    ask({
      title: title(count(ids.length)),
      question,
      confirm: label,
      onConfirm: () => void run(change),
    })
  }
  const download = () => {
    const rows = ids.map((card_id) => [card_id, urlOf({ card_id })])
    saveFile(new Blob([csv([["card_id", "url"], ...rows])], { type: "text/csv" }), "selected-cards.csv")
  }

  return (
    <>
      {ids.length > 0 && (
        <section
          aria-label="Selected cards"
          data-bar=""
          className="sticky bottom-3 z-20 flex flex-col gap-3 rounded-2xl border border-line bg-sheet p-3 shadow-card sm:flex-row sm:items-center sm:pl-6"
        >
          <div className="flex items-center justify-between gap-3 sm:mr-auto">
            <p role="status" className="font-semibold tabular-nums">
              {count(ids.length)} selected
            </p>
            <Button variant="quiet" size="sm" onClick={clear}>
              Clear
            </Button>
          </div>
          <div className="grid grid-cols-2 gap-2 sm:flex">
            <Button variant="secondary" size="sm" onClick={download}>
              Download CSV
            </Button>
            {(["lost", "found", "unlinked"] as const).map((change) => (
              <Button
                key={change}
                variant="secondary"
                size="sm"
                busy={busy === change}
                disabled={busy !== null}
                className={change === "unlinked" ? "text-bad!" : ""}
                onClick={() => start(change)}
              >
                {CHANGES[change].label}
              </Button>
            ))}
          </div>
        </section>
      )}
      {dialog}
    </>
  )
}
