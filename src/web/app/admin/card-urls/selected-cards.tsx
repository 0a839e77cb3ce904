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
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  // As the list showed them; those of a batch that it does not show have none.
  const [owners, setOwners] = useState<ReadonlyMap<string, string | null>>(new Map())
  const add = (more: readonly string[]) => setIds((others) => new Set([...others, ...more].slice(0, CARD_BATCH_MAX)))
  return {
    ids,
    owners,
    /** for the list's checkboxes */
    select: {
      noun: "card",
      nameOf: ({ card_id }: CardUrl) => card_id,
      has: ({ card_id }: CardUrl) => ids.has(card_id),
      set(cards: CardUrl[], isSelected: boolean) {
        const chosen = cards.map(({ card_id }) => card_id)
        setOwners((others) => new Map([...others, ...cards.map(({ card_id, user_id }) => [card_id, user_id] as const)]))
        if (isSelected) add(chosen)
        else setIds((others) => new Set([...others].filter((id) => !chosen.includes(id))))
      },
    },
    clear: () => setIds(new Set()),
    /** All cards of a batch, also those that the list does not show yet. */
    async addBatch(batch: string): Promise<void> {
      try {
        add((await call("GET /api/admin/card-batches/{batch}", { params: { batch } })).card_ids)
      } catch (error) {
        showFailure("The batch was not selected", error)
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

export function SelectedCards({ selection: { ids, owners, clear }, urlOf, onChanged }: SelectedCardsProps) {
  const [busy, setBusy] = useState<CardBulkChange["change"] | null>(null)
  const { ask, dialog } = useConfirm()

  const run = async (change: CardBulkChange["change"]) => {
    setBusy(change)
    try {
      // What the list showed, or any owner.
      const shown = [...ids].filter((id) => owners.has(id))
      const others = [...ids].filter((id) => !owners.has(id))
      const body = { change, card_ids: [...shown, ...others], owners: shown.map((id) => owners.get(id) ?? null) }
      const { changed } = await call("POST /api/admin/card-changes", { body })
      const left = ids.size - changed.length
      showToast({
        title: `${count(changed.length)} ${CHANGES[change].done}`,
        ...(left > 0 && { description: CARD.alreadySo(left) }),
        tone: "good",
      })
      clear()
      onChanged()
    } catch (error) {
      if (!isCanceled(error)) showFailure("The cards were not changed", error)
    }
    setBusy(null)
  }
  const start = (change: CardBulkChange["change"]) => {
    const { label, title, question } = CHANGES[change]
    ask({
      title: title(count(ids.size)),
      question,
      confirm: label,
      onConfirm: () => void run(change),
    })
  }
  const download = () => {
    const rows = [...ids].map((card_id) => [card_id, urlOf({ card_id })])
    saveFile(new Blob([csv([["card_id", "url"], ...rows])], { type: "text/csv" }), "selected-cards.csv")
  }

  return (
    <>
      {ids.size > 0 && (
        <section
          aria-label="Selected cards"
          className="sticky bottom-3 z-20 flex flex-col gap-3 rounded-2xl border border-line bg-sheet p-3 shadow-card sm:flex-row sm:items-center sm:pl-6"
        >
          <div className="flex items-center justify-between gap-3 sm:mr-auto">
            <p role="status" className="font-semibold tabular-nums">
              {count(ids.size)} selected
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
