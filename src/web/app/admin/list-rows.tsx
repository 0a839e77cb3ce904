// The rows of the portal's lists: a table if there is room, a block each on a phone, and what stands in their place.
import type { ComponentProps, ReactNode } from "react"
import IconAlertTriangle from "~icons/alert-triangle"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { momentOf } from "../../ui/dates.ts"
import { Loading, Skeleton } from "../../ui/feedback/skeleton.tsx"
import { Empty } from "../../ui/layout/empty.tsx"
import { PageItems, type Pages } from "../use-pages.tsx"
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
  <div
    className={classNames(
      "overflow-clip rounded-2xl border border-line bg-sheet",
      (pages.state === "loading" || pages.items.length > 0) && "shadow-card",
    )}
  >
    {pages.state === "loading" && <Waiting />}
    {pages.state === "failed" && (
      <div role="alert">
        <Empty
          icon={IconAlertTriangle}
          title={failed}
          action={
            <Button variant="secondary" size="sm" onClick={pages.reload}>
              Try again
            </Button>
          }
        >
          {pages.problem}
        </Empty>
      </div>
    )}
    {pages.state === "known" && (
      <PageItems pages={pages} empty={empty}>
        {(items) => (
          // Rows that may not match say so, once the answer takes a moment.
          <div inert={pages.isOutdated} className="transition-opacity inert:opacity-60 inert:delay-150">
            {children(items)}
          </div>
        )}
      </PageItems>
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

interface ListCountProps {
  pages: Pick<Pages<unknown>, "state" | "items" | "hasMore" | "isStale">
  /** "card" */
  noun: string
}

/** Above the list: "1 card", "Showing the first 50 cards" */
export function ListCount({ pages, noun }: ListCountProps) {
  const { state, items, hasMore, isStale } = pages
  // The empty list says so itself.
  const isHidden = state === "failed" || (state === "known" && !isStale && items.length === 0)
  const counted = `${items.length} ${noun}${items.length === 1 ? "" : "s"}`
  return (
    <p
      role="status"
      className={classNames("text-sm text-ink-soft tabular-nums", isHidden ? "sr-only" : "-my-1 min-h-5")}
    >
      {state === "known" && isStale && "Searching..."}
      {state === "known" && !isStale && (hasMore && items.length > 0 ? `Showing the first ${counted}` : counted)}
    </p>
  )
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
  /** a checkbox in each row, and one for all rows */
  select?: Selecting<Item>
}

interface Selecting<Item> {
  /** "card": names what is selected */
  noun: string
  nameOf: (item: Item) => string
  has: (item: Item) => boolean
  /** adds or removes all of them */
  set: (items: Item[], isSelected: boolean) => void
}

const HEAD =
  "sticky top-0 z-10 bg-sheet px-3 py-2.5 font-semibold text-ink-soft shadow-[inset_0_-1px_0_var(--line)] first:pl-6"
const CELL = "border-t border-line px-3 first:pl-6 last:pr-3 [tr:first-child>&]:border-t-0"

const NEW = "bg-good-paper shadow-[inset_3px_0_0_var(--good)]"

export function ListRows<Item>({
  caption,
  items,
  keyOf,
  isNew = () => false,
  columns,
  actions,
  block,
  select,
}: ListRowsProps<Item>) {
  const box = (item: Item) =>
    select && (
      <SelectBox
        label={`Select ${select.noun} ${select.nameOf(item)}`}
        checked={select.has(item)}
        onChange={({ target }) => select.set([item], target.checked)}
      />
    )
  const lookOf = (item: Item, otherwise: string) => (select?.has(item) ? "bg-well" : isNew(item) ? NEW : otherwise)
  if (!useWide())
    return (
      <ul className="flex flex-col divide-y divide-line" aria-label={caption}>
        {items.map((item) => (
          <li key={keyOf(item)} className={classNames(lookOf(item, ""), select && "flex items-start pl-2")}>
            {select ? (
              <>
                <div className="mt-1.5">{box(item)}</div>
                <div className="min-w-0 flex-1">{block(item)}</div>
              </>
            ) : (
              block(item)
            )}
          </li>
        ))}
      </ul>
    )
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        {select && <col className="w-14" />}
        {columns.map(({ name, width }) => (
          <col key={name} className={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {select && (
            <th scope="col" className={`${HEAD} pl-3! py-0!`}>
              <SelectBox
                label={`Select all ${select.noun}s shown`}
                checked={items.every(select.has)}
                isMixed={items.some(select.has)}
                onChange={({ target }) => select.set(items, target.checked)}
              />
            </th>
          )}
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
          <tr key={keyOf(item)} className={lookOf(item, "hover:bg-well/50")}>
            {select && <td className={`${CELL} pl-3! py-0!`}>{box(item)}</td>}
            {columns.map(({ name, look = "", cell }, n) => {
              const Cell = n === 0 ? "th" : "td"
              return (
                <Cell key={name} {...(n === 0 && { scope: "row" })} className={`${CELL} py-3 font-normal ${look}`}>
                  {cell(item)}
                </Cell>
              )
            })}
            <td className={`${CELL} py-2`}>
              <div className="flex justify-end">{actions(item)}</div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SelectBoxProps extends ComponentProps<"input"> {
  label: string
  isMixed?: boolean
}

/** The whole of 44 px can be pressed. */
const SelectBox = ({ label, isMixed = false, ...input }: SelectBoxProps) => (
  <label className="flex size-11 cursor-pointer items-center justify-center">
    <input
      {...input}
      type="checkbox"
      aria-label={label}
      ref={(box) => {
        if (box) box.indeterminate = isMixed && !input.checked
      }}
      className="check"
    />
  </label>
)

export const Time = ({ at, children }: { at: string; children: ReactNode }) => (
  <time dateTime={at} title={momentOf(at)}>
    {children}
  </time>
)
