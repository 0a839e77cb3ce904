// The rows of the portal's lists: a table if there is room, a block each on a phone, and what stands in their place.
import type { ReactNode } from "react"
import { momentOf } from "../../ui/dates.ts"
import { PanelFailed } from "../../ui/feedback/panel-waiting.tsx"
import { Loading, Skeleton } from "../../ui/feedback/skeleton.tsx"
import { StaleOverlay } from "../../ui/feedback/stale-overlay.tsx"
import type { Pages } from "../use-pages.tsx"
import { useWide } from "../use-wide.ts"

interface ListBoxProps<Item> {
  pages: Pages<Item>
  /** title of the message after a failure */
  failed: string
  /** shown instead of no rows */
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}

export const ListBox = <Item,>({ pages, failed, empty, children }: ListBoxProps<Item>) => (
  <div className="overflow-clip rounded-2xl border border-line bg-sheet shadow-card">
    {pages.state === "loading" && <Waiting />}
    {pages.state === "failed" && (
      <div className="p-4 sm:p-6">
        <PanelFailed title={failed} problem={pages.problem} onRetry={pages.reload} />
      </div>
    )}
    {pages.state === "known" && (
      <StaleOverlay isStale={pages.isStale}>{pages.items.length > 0 ? children(pages.items) : empty}</StaleOverlay>
    )}
  </div>
)

const Waiting = () => (
  <>
    <Loading />
    <div className="flex flex-col divide-y divide-line">
      {["w-40", "w-52", "w-32", "w-44", "w-36", "w-48"].map((width) => (
        <div key={width} className="flex items-center gap-6 px-4 py-4 sm:px-6">
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className={`h-5 max-w-full ${width}`} />
            <Skeleton className="h-4 w-28" />
          </div>
          <Skeleton className="hidden h-5 w-56 lg:block" />
          <Skeleton className="h-6 w-16 rounded-full" />
        </div>
      ))}
    </div>
  </>
)

export const ListEmpty = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="flex flex-col gap-1 px-4 py-12 text-center sm:px-6">
    <p className="font-semibold">{title}</p>
    <p className="text-balance text-ink-soft">{children}</p>
  </div>
)

/** "1 card", "50 cards shown, there are more" */
export function shownCount({ items, hasMore }: Pick<Pages<unknown>, "items" | "hasMore">, noun: string): string {
  const counted = `${items.length} ${noun}${items.length === 1 ? "" : "s"}`
  return hasMore ? `${counted} shown, there are more` : counted
}

interface Column<Item> {
  name: string
  width: string
  /** class names of its cells */
  look?: string
  cell: (item: Item) => ReactNode
}

interface ListRowsProps<Item> {
  caption: string
  items: Item[]
  keyOf: (item: Item) => string
  /** highlights what was just made */
  isNew?: (item: Item) => boolean
  /** the first one names the row */
  columns: Column<Item>[]
  actions: (item: Item) => ReactNode
  /** what a phone shows, with the same content */
  block: (item: Item) => ReactNode
}

const HEAD =
  "sticky top-0 z-10 bg-sheet px-3 py-2.5 font-semibold text-ink-soft shadow-[inset_0_-1px_0_var(--line)] first:pl-6"
const CELL = "border-t border-line px-3 py-2 first:pl-6 last:pr-3 [tr:first-child>&]:border-t-0"

const NEW = "bg-good-paper shadow-[inset_3px_0_0_var(--good)]"

export function ListRows<Item>({
  caption,
  items,
  keyOf,
  isNew = () => false,
  columns,
  actions,
  block,
}: ListRowsProps<Item>) {
  if (!useWide())
    return (
      <ul className="flex flex-col divide-y divide-line" aria-label={caption}>
        {items.map((item) => (
          <li key={keyOf(item)} className={isNew(item) ? NEW : ""}>
            {block(item)}
          </li>
        ))}
      </ul>
    )
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        {columns.map(({ name, width }) => (
          <col key={name} className={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ name }) => (
            <th key={name} scope="col" className={HEAD}>
              {name}
            </th>
          ))}
          <th scope="col" className={HEAD}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={keyOf(item)} className={isNew(item) ? NEW : "hover:bg-well/50"}>
            {columns.map(({ name, look = "", cell }, n) => {
              const Cell = n === 0 ? "th" : "td"
              return (
                <Cell key={name} {...(n === 0 && { scope: "row" })} className={`${CELL} font-normal ${look}`}>
                  {cell(item)}
                </Cell>
              )
            })}
            <td className={CELL}>
              <div className="flex justify-end">{actions(item)}</div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const Time = ({ at, children }: { at: string; children: ReactNode }) => (
  <time dateTime={at} title={momentOf(at)}>
    {children}
  </time>
)
