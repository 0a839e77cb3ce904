// The insights page without numbers: while they load, and before anything was counted.
import { profilePath } from "../../../../domain/paths.ts"
import { displayUrl } from "../../../../domain/profile/links.ts"
import { CopyButton } from "../../../ui/copy-button.tsx"
import { Loading, Skeleton, Skeletons } from "../../../ui/feedback/skeleton.tsx"
import { Panel } from "../../../ui/layout/panel.tsx"
import { ButtonLink } from "../../../ui/text-link.tsx"

/** Heights of the placeholder bars. */
const BARS = ["h-12", "h-20", "h-16", "h-28", "h-24", "h-32", "h-20", "h-36", "h-28", "h-24"]

/** In the final layout. */
export function InsightsWaiting() {
  return (
    <div className="flex flex-col gap-6">
      <Loading />
      <div className="overflow-hidden rounded-2xl border border-line bg-sheet shadow-card">
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
      <div className="grid items-start gap-6 sm:grid-cols-2">
        {["Places", "Cards"].map((title) => (
          <Panel key={title}>
            <Skeletons sizes={["h-6 w-24", "h-5 w-full", "h-5 w-4/5", "h-5 w-3/5"]} />
          </Panel>
        ))}
      </div>
    </div>
  )
}

/** An example week. */
const SKETCH = [14, 26, 20, 38, 30, 52, 64]

/** What will appear here, and what to do first. */
export function NothingYet({ username, days }: { username: string; days: number }) {
  const path = profilePath(username)
  return (
    <Panel className="flex flex-col items-center px-5 py-10 text-center sm:py-14">
      <svg viewBox="0 0 140 72" className="h-18 w-35" aria-hidden="true">
        {SKETCH.map((height, n) => (
          <rect
            key={height}
            x={n * 20 + 3}
            y={70 - height}
            width="14"
            height={height}
            rx="4"
            className={n === SKETCH.length - 1 ? "fill-accent" : "fill-line"}
          />
        ))}
        <path d="M0 71.5h140" className="stroke-line" />
      </svg>
      <h2 className="mt-7 font-serif text-lg font-semibold">No activity in the last {days} days</h2>
      <p className="mt-2 max-w-md text-pretty text-ink-soft">
        When people open your page, tap your card or save your contact, you'll see how often and when. Share your link
        to get started: <span className="font-medium text-ink">{displayUrl(location.origin + path)}</span>
      </p>
      <div className="mt-6 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
        <CopyButton variant="primary" label="Copy Link" text={location.origin + path} className="sm:w-40" />
        <ButtonLink href={path} variant="secondary" wide>
          Open my page
        </ButtonLink>
      </div>
    </Panel>
  )
}
