// 'My Cards': the NFC cards that lead to your profile, and their actions.
import { useState } from "react"
import type { OwnCard } from "../../../api/cards.ts"
import { AUTH } from "../../../domain/messages.ts"
import { ApiError, call } from "../../session/api.ts"
import { PanelFailed, PanelWaiting } from "../../ui/feedback/panel-waiting.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { Panel } from "../../ui/layout/panel.tsx"
import { MoreButton } from "../../ui/more-button.tsx"
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx"
import { usePages } from "../use-pages.ts"
import { type Act, OwnCardRow } from "./own-card-row.tsx"

const DONE: Record<Act, string> = {
  unlink: "Card unlinked",
  lost: "Card reported lost",
  found: "Your card is in use again",
}

const ENDPOINT = {
  unlink: "DELETE /api/account/cards/{card_id}",
  lost: "PUT /api/account/cards/{card_id}/loss",
  found: "DELETE /api/account/cards/{card_id}/loss",
} as const satisfies Record<Act, string>

const ask = async (after: string | null) => {
  const { cards, next } = await call("GET /api/account/cards", { query: { cursor: after ?? "" } })
  return { items: cards, next }
}

export function OwnCardsCard() {
  const pages = usePages(ask)
  const [asked, setAsked] = useState<{ act: "unlink" | "lost"; card: OwnCard } | null>(null)
  const [busy, setBusy] = useState<{ act: Act; card_id: string } | null>(null)

  const run = async (act: Act, { card_id }: OwnCard) => {
    setAsked(null)
    setBusy({ act, card_id })
    try {
      await call(ENDPOINT[act], { params: { card_id } })
      const lost_at = act === "lost" ? new Date().toISOString() : null
      pages.change((cards) =>
        act === "unlink"
          ? cards.filter((card) => card.card_id !== card_id)
          : cards.map((card) => (card.card_id === card_id ? { ...card, lost_at } : card)),
      )
      showToast({ title: DONE[act], tone: "good" })
    } catch (error) {
      const description = error instanceof ApiError ? error.message : AUTH.unknown
      showToast({ title: "Your card was not changed", description, tone: "bad" })
      // Another tab or an administrator was faster.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) pages.reload()
    }
    setBusy(null)
  }

  return (
    <Panel title="My Cards" intro="NFC cards that lead to your profile.">
      {pages.state === "loading" && <PanelWaiting />}
      {pages.state === "failed" && <PanelFailed problem={pages.problem} onRetry={pages.reload} />}
      {pages.state === "known" && pages.items.length === 0 && (
        <p className="rounded-xl bg-well p-4">
          You have no cards yet. To activate one, tap it on the back of your phone while you are signed in, or scan its
          QR code.
        </p>
      )}
      {pages.state === "known" && pages.items.length > 0 && (
        <ul aria-label="Cards" className="flex flex-col divide-y divide-line">
          {pages.items.map((card) => (
            <OwnCardRow
              key={card.card_id}
              card={card}
              doing={busy?.card_id === card.card_id ? busy.act : null}
              ask={(act) => setAsked({ act, card })}
              onFound={() => void run("found", card)}
            />
          ))}
        </ul>
      )}
      {pages.state === "known" && pages.hasMore && (
        <div className="mt-5">
          <MoreButton label="Show more" state={pages.more} problem={pages.problem} onClick={pages.loadMore} />
        </div>
      )}
      <ConfirmDialog
        open={asked?.act === "unlink"}
        title="Unlink this card?"
        about={asked?.card.card_id}
        question="It no longer leads to your profile, and whoever opens it next while signed in has it."
        confirm="Unlink"
        cancel="Cancel"
        onConfirm={() => asked && void run("unlink", asked.card)}
        onCancel={() => setAsked(null)}
      />
      <ConfirmDialog
        open={asked?.act === "lost"}
        title="Report this card lost?"
        about={asked?.card.card_id}
        question="Whoever finds it learns only that it is not in use, and cannot activate it. You can take this back when you find it again."
        confirm="Report lost"
        cancel="Cancel"
        onConfirm={() => asked && void run("lost", asked.card)}
        onCancel={() => setAsked(null)}
      />
    </Panel>
  )
}
