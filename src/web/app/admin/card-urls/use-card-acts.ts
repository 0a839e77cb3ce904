// An administrator's actions on a card, and their messages (specification section 8). The server checks again.
import { useState } from "react"
import type { CardUrl } from "../../../../api/cards.ts"
import { ADMIN, AUTH } from "../../../../domain/messages.ts"
import { cardPath } from "../../../../domain/paths.ts"
import { useSite } from "../../../layout/site.ts"
import { ApiError, call } from "../../../session/api.ts"
import { showToast } from "../../../ui/feedback/toast-manager.ts"

export function sayFailed(title: string, error: unknown): void {
  const description = error instanceof ApiError ? error.message : AUTH.unknown
  showToast({ title, description, tone: "bad" })
}

interface List {
  change(cardId: string, changed: Partial<CardUrl>): void
  reload(): void
}

export function useCardActs({ change, reload }: List) {
  const { origin } = useSite()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  // Cards get the site's public address, whichever address this administrator uses.
  const urlOf = ({ card_id }: Pick<CardUrl, "card_id">): string => (origin || location.origin) + cardPath(card_id)

  async function run(
    card: CardUrl,
    act: "DELETE /api/admin/cards/{card_id}/owner" | `${"PUT" | "DELETE"} /api/admin/cards/{card_id}/loss`,
    done: string,
    changed: () => Partial<CardUrl>,
  ): Promise<void> {
    setBusy((others) => new Set(others).add(card.card_id))
    try {
      await call(act, { params: { card_id: card.card_id } })
      change(card.card_id, changed())
      showToast({ title: done, tone: "good" })
    } catch (error) {
      sayFailed("The card was not changed", error)
      if (error instanceof ApiError && error.code === "card_changed") reload()
    }
    setBusy((others) => new Set([...others].filter((id) => id !== card.card_id)))
  }

  return {
    urlOf,
    isBusy: ({ card_id }: CardUrl) => busy.has(card_id),
    async copy(card: CardUrl): Promise<void> {
      try {
        await navigator.clipboard.writeText(urlOf(card))
        showToast({ title: ADMIN.cardCopied, tone: "good" })
      } catch {
        showToast({ title: ADMIN.copyFailed, tone: "bad" })
      }
    },
    unlink: (card: CardUrl) =>
      run(card, "DELETE /api/admin/cards/{card_id}/owner", "Card unlinked", () => ({
        activation_status: "pending",
        user_id: null,
        username: null,
        full_name: null,
        activated_at: null,
      })),
    reportLost: (card: CardUrl) =>
      run(card, "PUT /api/admin/cards/{card_id}/loss", "Card reported lost", () => ({
        lost_at: new Date().toISOString(),
      })),
    reportFound: (card: CardUrl) =>
      run(card, "DELETE /api/admin/cards/{card_id}/loss", "Card is in use again", () => ({ lost_at: null })),
  }
}

export type CardHandlers = ReturnType<typeof useCardActs>
