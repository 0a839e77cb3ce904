// The insights page while its numbers load, in its final layout.
import { Skeleton } from "../../../ui/feedback/skeleton.tsx"
import { Panel } from "../../../ui/layout/panel.tsx"

/** Heights of the placeholder bars. */
const BARS = ["h-12", "h-20", "h-16", "h-28", "h-24", "h-32", "h-20", "h-36", "h-28", "h-24"]

export function InsightsWaiting() {
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <div className="overflow-hidden rounded-2xl border border-line bg-sheet shadow-sheet">
        <div className="grid grid-cols-3 divide-x divide-line border-b border-line">
          {["views", "taps", "saves"].map((one) => (
            <div key={one} className="flex flex-col gap-2.5 px-3.5 pt-4 pb-4 sm:px-7 sm:pt-6 sm:pb-5">
              <Skeleton className="h-4 w-20 max-w-full" />
              <Skeleton className="h-7 w-14" />
              <Skeleton className="h-4 w-10" />
            </div>
          ))}
        </div>
        <div className="flex h-75 items-end gap-[4%] px-8 pb-20 sm:px-16">
          {BARS.map((height, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change
            <Skeleton key={n} className={`flex-1 ${height}`} />
          ))}
        </div>
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        {["Places", "Cards"].map((title) => (
          <Panel key={title}>
            <div className="flex flex-col gap-4">
              <Skeleton className="h-6 w-24" />
              <Skeleton className="h-5 w-full" />
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="h-5 w-3/5" />
            </div>
          </Panel>
        ))}
      </div>
    </div>
  )
}
