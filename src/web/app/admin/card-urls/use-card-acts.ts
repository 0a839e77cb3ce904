// An administrator's actions on a card, with their questions and messages (specification section 8). The server checks again.
import { useState } from "react"
import type { CardUrl } from "../../../../api/cards.ts"
import { ADMIN } from "../../../../domain/admin-messages.ts"
import { cardPath } from "../../../../domain/paths.ts"
import { useSite } from "../../../layout/site.ts"
import { ApiError, call } from "../../../session/api.ts"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { useConfirm } from "../../../ui/overlay/confirm-dialog.tsx"
import { showFailure } from "../../show-failure.ts"

interface List {
  change(cardId: string, changed: Partial<CardUrl>): void
  reload(): void
}

export type CardActs = ReturnType<typeof useCardActs>

export function useCardActs({ change, reload }: List) {
  const { origin } = useSite()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const { ask, dialog } = useConfirm()
  // Cards get the site's public address, whichever address this administrator uses.
  const urlOf = ({ card_id }: Pick<CardUrl, "card_id">): string => (origin || location.origin) + cardPath(card_id)

  async function run(
    { card_id }: CardUrl,
    send: () => Promise<unknown>,
    done: string,
    changed: () => Partial<CardUrl>,
  ): Promise<void> {
    setBusy((others) => new Set(others).add(card_id))
    try {
      await send()
      change(card_id, changed())
      showToast({ title: done, tone: "good" })
    } catch (error) {
      showFailure("Couldn't change the card", error)
      if (error instanceof ApiError && error.code === "card_changed") reload()
    }
    setBusy((others) => new Set([...others].filter((id) => id !== card_id)))
  }

  /** What was asked about: the server refuses if the card is someone else's by now. */
  const asShown = ({ card_id, user_id }: CardUrl) => ({ params: { card_id }, query: { from: user_id ?? "" } })

  return {
    /** shows the questions that some actions ask first */
    dialog,
    urlOf,
    isBusy: ({ card_id }: CardUrl) => busy.has(card_id),
    async copy(card: Pick<CardUrl, "card_id">): Promise<void> {
      try {
        await navigator.clipboard.writeText(urlOf(card))
        showToast({ title: ADMIN.cardCopied, tone: "good" })
      } catch {
        showToast({ title: ADMIN.copyFailed, tone: "bad" })
      }
    },
    unlink: (card: CardUrl) =>
      ask({
        title: "Unlink this card?",
        about: card.card_id,
        question: `It will no longer open the profile of ${card.full_name || card.username || "its owner"}, and the next signed-in person who opens it can claim it.`,
        confirm: "Unlink",
        onConfirm: () =>
          void run(
            card,
            () => call("DELETE /api/admin/cards/{card_id}/owner", asShown(card)),
            "Card unlinked",
            () => ({
              activation_status: "pending",
              user_id: null,
              username: null,
              full_name: null,
              activated_at: null,
            }),
          ),
      }),
    reportLost: (card: CardUrl) =>
      ask({
        title: "Report this card lost?",
        about: card.card_id,
        question:
          "Anyone who opens it sees that it is not in use, and no one can activate it until it is marked as found.",
        confirm: "Report lost",
        onConfirm: () =>
          void run(
            card,
            () => call("PUT /api/admin/cards/{card_id}/loss", asShown(card)),
            "Card reported lost",
            () => ({ lost_at: new Date().toISOString() }),
          ),
      }),
    reportFound: (card: CardUrl) =>
      run(
        card,
        () => call("DELETE /api/admin/cards/{card_id}/loss", { params: { card_id: card.card_id } }),
        "Card is in use again",
        () => ({ lost_at: null }),
      ),
  }
}
