// A list of profiles to decide about, page by page, with its loading, failed and empty states.
import type { ReactNode } from "react"
import { Notice } from "../../../ui/feedback/notice.tsx"
import { PanelFailed } from "../../../ui/feedback/panel-waiting.tsx"
import { Skeleton } from "../../../ui/feedback/skeleton.tsx"
import { Panel } from "../../../ui/layout/panel.tsx"
import { MoreButton } from "../../../ui/more-button.tsx"
import type { Pages } from "../../use-pages.ts"

interface ReviewListProps<Item> {
  pages: Pages<Item>
  empty: string
  emptyText: string
  children: (item: Item) => ReactNode
}

export function ReviewList<Item>({ pages, empty, emptyText, children }: ReviewListProps<Item>) {
  const { state, items, hasMore, more, problem, loadMore, reload } = pages
  if (state === "loading") return <Waiting />
  if (state === "failed") return <PanelFailed problem={problem} onRetry={reload} />
  if (items.length === 0 && !hasMore) return <Notice title={empty}>{emptyText}</Notice>
  return (
    <div className="flex flex-col gap-5">
      {items.map(children)}
      {hasMore && <MoreButton label="Show more" state={more} problem={problem} onClick={loadMore} />}
    </div>
  )
}

function Waiting() {
  return (
    <Panel>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <div className="flex gap-4">
        <Skeleton className="size-14 shrink-0" />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <Skeleton className="h-6 w-48 max-w-full" />
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-16 w-full" />
        </div>
      </div>
    </Panel>
  )
}
