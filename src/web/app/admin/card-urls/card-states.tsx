// What stands in place of the list: while it comes, when it does not, and when there is nothing in it.
import type { ReactNode } from "react"
import type { CardFilter } from "../../../../domain/card.ts"
import { ADMIN, GENERAL } from "../../../../domain/messages.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Skeleton } from "../../../ui/skeleton.tsx"
import type { ListQuery } from "../use-list-query.ts"

const ROWS = ["w-40", "w-52", "w-32", "w-44", "w-36", "w-48"]

export const CardsWaiting = () => (
  <>
    <p role="status" className="sr-only">
      Loading...
    </p>
    <div className="flex flex-col divide-y divide-line">
      {ROWS.map((width) => (
        <div key={width} className="flex items-center gap-6 px-4 py-4 sm:px-6">
          <Skeleton className="h-5 w-56 max-w-[60%]" />
          <Skeleton className="h-6 w-20 rounded-full" />
          <Skeleton className={`hidden h-5 lg:block ${width}`} />
        </div>
      ))}
    </div>
  </>
)

export const CardsFailed = ({ onRetry }: { onRetry: () => void }) => (
  <div className="p-4 sm:p-6">
    <Notice tone="bad" title={ADMIN.cardsFailed}>
      <p>{GENERAL.internal}</p>
      <Button variant="secondary" size="sm" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  </div>
)

const Empty = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="flex flex-col gap-1 px-4 py-12 text-center sm:px-6">
    <p className="font-semibold">{title}</p>
    <p className="text-balance text-ink-soft">{children}</p>
  </div>
)

const NONE_LIKE_THIS = { pending: "No card is pending", activated: "No card is activated", lost: "No card is lost" }

interface NoCardsProps {
  query: ListQuery<CardFilter>
  /** older ones have not been looked at yet */
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
