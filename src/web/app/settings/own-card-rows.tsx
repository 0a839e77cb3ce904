// The list under 'My Cards', with the actions of each card. Loaded for people who have cards.
import { type ReactNode, Suspense, useState } from "react"
import IconNfc from "~icons/nfc"
import type { OwnCard } from "../../../api/cards.ts"
import { cardName } from "../../../domain/card/card-name.ts"
import { ApiError, call } from "../../session/api.ts"
import { ownProfiles } from "../../session/own-profiles.ts"
import { useSession } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { shortDayOf } from "../../ui/dates.ts"
import { Badge } from "../../ui/feedback/badge.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { later } from "../../ui/later.tsx"
import { IconRow } from "../../ui/layout/icon-row.tsx"
import { useConfirm } from "../../ui/overlay/confirm-dialog.tsx"
import { showFailure } from "../show-failure.ts"
import { NameCard } from "./name-card.tsx"

/** Most accounts have one profile. */
const CardProfile = later(async () => (await import("./card-profile.tsx")).CardProfile)

type Act = "unlink" | "lost" | "found"

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

const QUESTION = {
  unlink: {
    title: "Unlink this card?",
    question: "It will no longer open your profile, and the next signed-in person who opens it can claim it.",
    confirm: "Unlink",
  },
  lost: {
    title: "Report this card lost?",
    question:
      "Anyone who finds it sees only that it is not in use, and can't activate it. You can undo this if you find it.",
    confirm: "Report lost",
  },
}

interface OwnCardRowsProps {
  cards: readonly OwnCard[]
  /** @param changed the whole list */
  onChange: (changed: (cards: OwnCard[]) => OwnCard[]) => void
  /** it is not known how the cards are now */
  onOutdated: () => void
}

export function OwnCardRows({ cards, onChange, onOutdated }: OwnCardRowsProps) {
  const [busy, setBusy] = useState<{ act: Act; card_id: string } | null>(null)
  const { ask, dialog } = useConfirm()
  const session = useSession()
  const profiles = ownProfiles(session.status === "signed-in" ? session.me : null)

  const run = async (act: Act, card: OwnCard) => {
    const { card_id } = card
    setBusy({ act, card_id })
    try {
      await call(ENDPOINT[act], { params: { card_id } })
      if (act === "unlink") onChange((cards) => cards.filter((other) => other.card_id !== card_id))
      else change(card, { lost_at: act === "lost" ? new Date().toISOString() : null })
      showToast({ title: DONE[act], tone: "good" })
    } catch (error) {
      showFailure("Couldn't change your card", error)
      // Another tab or an administrator was faster.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) onOutdated()
    }
    setBusy(null)
  }
  const change = ({ card_id }: OwnCard, changed: Partial<OwnCard>) =>
    onChange((cards) => cards.map((card) => (card.card_id === card_id ? { ...card, ...changed } : card)))
  const start = (act: Act, card: OwnCard) => {
    if (act === "found") void run(act, card)
    else ask({ ...QUESTION[act], about: cardName(card), onConfirm: () => void run(act, card) })
  }

  return (
    <>
      <ul aria-label="Cards" className="flex flex-col divide-y divide-line">
        {cards.map((card) => (
          <CardRow
            key={card.card_id}
            card={card}
            opens={
              profiles.length > 1 && (
                <Suspense fallback={<div className="mt-2 h-11" />}>
                  <CardProfile
                    card={card}
                    profiles={profiles}
                    onChosen={(profile_id) => change(card, { profile_id })}
                  />
                </Suspense>
              )
            }
            onNamed={(nickname) => change(card, { nickname })}
            doing={busy?.card_id === card.card_id ? busy.act : null}
            onAct={(act) => start(act, card)}
          />
        ))}
      </ul>
      {dialog}
    </>
  )
}

interface CardRowProps {
  card: OwnCard
  /** which profile it opens */
  opens: ReactNode
  onNamed: (nickname: string) => void
  /** the action in progress */
  doing: Act | null
  onAct: (act: Act) => void
}

function CardRow({ card, opens, onNamed, doing, onAct }: CardRowProps) {
  const { card_id, activated_at, lost_at } = card
  const button = (act: Act) =>
    ({ size: "sm", busy: doing === act, disabled: doing !== null, onClick: () => onAct(act) }) as const
  return (
    <IconRow
      icon={IconNfc}
      basis="basis-44"
      actions={
        <div className="flex flex-wrap gap-3 max-sm:w-full max-[22rem]:gap-2 max-[22rem]:*:px-2.5">
          {lost_at === null ? (
            <Button variant="secondary" aria-label={`Report lost: card ${card_id}`} {...button("lost")}>
              Report lost
            </Button>
          ) : (
            <Button variant="secondary" aria-label={`Mark as found: card ${card_id}`} {...button("found")}>
              Mark as found
            </Button>
          )}
          <Button variant="secondary" aria-label={`Unlink card ${card_id}`} {...button("unlink")}>
            Unlink
          </Button>
        </div>
      }
    >
      <div className="flex items-center gap-1">
        <p className="min-w-0 font-semibold wrap-anywhere" title={card_id}>
          <bdi>{cardName(card)}</bdi>
        </p>
        <NameCard card={card} onNamed={onNamed} />
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
        {lost_at === null ? <Badge tone="good">Active</Badge> : <Badge tone="bad">Lost</Badge>}
        {lost_at !== null && <>Since {shortDayOf(lost_at)}</>}
        {lost_at === null && activated_at !== null && <>Activated {shortDayOf(activated_at)}</>}
      </p>
      {opens}
    </IconRow>
  )
}
