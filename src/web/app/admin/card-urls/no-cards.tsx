// Shown instead of an empty list of cards.
import type { ReactNode } from "react"
import type { CardFilter } from "../../../../domain/card/card.ts"
import type { ListQuery } from "../use-list-query.ts"

const Empty = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="flex flex-col gap-1 px-4 py-12 text-center sm:px-6">
    <p className="font-semibold">{title}</p>
    <p className="text-balance text-ink-soft">{children}</p>
  </div>
)

const NONE_LIKE_THIS = { pending: "No card is pending", activated: "No card is activated", lost: "No card is lost" }

interface NoCardsProps {
  query: ListQuery<CardFilter>
  /** older ones have not been searched yet */
  isUnfinished: boolean
}

export function NoCards({ query: { q, status }, isUnfinished }: NoCardsProps) {
  if (q !== "")
    return (
      <Empty
        title={
          <>
            No card found for “{q}”{isUnfinished && " so far"}
          </>
        }
      >
        {isUnfinished
          ? "Only the newest cards were looked through. Three letters or more search all of them at once."
          : "Card IDs, usernames and names are searched; a part is enough, and so is a whole card URL."}
      </Empty>
    )
  if (status !== "") return <Empty title={NONE_LIKE_THIS[status]}>Other cards are shown under All.</Empty>
  return (
    <Empty title="No cards yet">
      Generate a card URL, write it to an NFC card or print its QR code, and give it to somebody: whoever opens it first
      while signed in has it.
    </Empty>
  )
}
