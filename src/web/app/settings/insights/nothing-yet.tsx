// Shown before anything was counted: what will appear here, and what to do first.
import { profilePath } from "../../../../domain/paths.ts"
import { displayUrl } from "../../../../domain/profile/links.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { CopyButton } from "../../../ui/copy-button.tsx"
import { Panel } from "../../../ui/layout/panel.tsx"

/** An example week. */
const SKETCH = [14, 26, 20, 38, 30, 52, 64]

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
      <h2 className="mt-7 font-serif text-lg font-semibold">Nothing to count in these {days} days</h2>
      <p className="mt-2 max-w-md text-pretty text-ink-soft">
        Once people open your page, tap your card or save your contact, you see here how often, and when. Hand out your
        link to begin: <span className="font-medium text-ink">{displayUrl(location.origin + path)}</span>
      </p>
      <div className="mt-6 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
        <CopyButton text={location.origin + path} className="sm:w-40" />
        <ButtonLink href={path} variant="secondary" wide>
          Open my page
        </ButtonLink>
      </div>
    </Panel>
  )
}
