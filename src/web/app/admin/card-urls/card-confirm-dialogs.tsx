// The dialogs of the list: writing, reassigning, and confirmations.
import type { CardUrl } from "../../../../api/cards.ts"
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx"
import type { Asked } from "./card-actions.tsx"
import { ReassignDialog } from "./reassign-dialog.tsx"
import type { CardHandlers } from "./use-card-acts.ts"
import { WriteDialog } from "./write-dialog.tsx"

interface CardQuestionsProps {
  asked: { what: Asked; card: CardUrl } | null
  acts: CardHandlers
  /** the list has to be loaded again */
  onChanged: () => void
  onClose: () => void
}

export function CardConfirmDialogs({ asked, acts, onChanged, onClose }: CardQuestionsProps) {
  const cardFor = (what: Asked) => (asked?.what === what ? asked.card : null)
  const answer = (act: (card: CardUrl) => Promise<void>) => () => {
    onClose()
    if (asked !== null) void act(asked.card)
  }
  const owner = asked?.card.full_name || asked?.card.username || "its owner"
  return (
    <>
      <WriteDialog card={cardFor("write")} urlOf={acts.urlOf} onClose={onClose} />
      <ReassignDialog card={cardFor("reassign")} onDone={onChanged} onClose={onClose} />
      <ConfirmDialog
        open={asked?.what === "unlink"}
        title="Unlink this card?"
        about={asked?.card.card_id}
        question={`It no longer leads to ${owner}, and whoever opens it next while signed in has it.`}
        confirm="Unlink"
        cancel="Cancel"
        onConfirm={answer(acts.unlink)}
        onCancel={onClose}
      />
      <ConfirmDialog
        open={asked?.what === "lost"}
        title="Report this card lost?"
        about={asked?.card.card_id}
        question="Whoever opens it learns that it is not in use, and nobody can activate it, until it is found again."
        confirm="Report lost"
        cancel="Cancel"
        onConfirm={answer(acts.reportLost)}
        onCancel={onClose}
      />
    </>
  )
}
