// What the list of people shows while it is empty, and after a search without results.
import IconSearch from "~icons/search"
import IconUserPlus from "~icons/user-plus"
import { Button } from "../../ui/button.tsx"
import { EmptyPanel } from "../../ui/layout/empty.tsx"
import { ButtonLink, TextLink } from "../../ui/text-link.tsx"
import { ScanButton } from "./scan/scan-button.tsx"
import type { PeopleQuery } from "./use-people.ts"

export function NoOneYet() {
  return (
    <EmptyPanel
      icon={EmptyCards}
      as="h2"
      title="Who will you meet first?"
      action={
        <>
          <div className="mx-auto flex max-w-72 flex-col gap-3 sm:max-w-none sm:flex-row sm:justify-center">
            <ScanButton />
            <ButtonLink href="/people/new" variant="secondary">
              <IconUserPlus size={20} aria-hidden="true" />
              Add manually
            </ButtonLink>
          </div>
          <p className="mt-6 text-sm text-pretty text-ink-soft">
            Moving from another app? <TextLink href="/people/import">Import contacts</TextLink> from a phone or from
            LinkedIn.
          </p>
        </>
      }
    >
      People who share their details appear here, with the day and the event.
    </EmptyPanel>
  )
}

/** Two cards that change hands. */
const EmptyCards = () => (
  <svg viewBox="0 0 160 96" className="mb-4 w-40" aria-hidden="true">
    <g transform="rotate(-8 60 50)">
      <rect x="14" y="22" width="84" height="52" rx="8" className="fill-well stroke-line-strong" strokeWidth="1.5" />
      <circle cx="34" cy="42" r="8" className="fill-line-strong" />
      <path d="M50 38h34M50 46h24M26 62h50" className="stroke-line-strong" strokeWidth="3" strokeLinecap="round" />
    </g>
    <g transform="rotate(7 104 50)">
      <rect x="64" y="24" width="84" height="52" rx="8" className="fill-sheet stroke-ink" strokeWidth="1.5" />
      <circle cx="84" cy="44" r="8" className="fill-accent" />
      <path d="M100 40h34M100 48h24M76 64h50" className="stroke-ink" strokeWidth="3" strokeLinecap="round" />
    </g>
  </svg>
)

interface NoOneFoundProps {
  query: PeopleQuery
  onClear: () => void
}

export const NoOneFound = ({ query: { q, tag, event }, onClear }: NoOneFoundProps) => (
  <EmptyPanel
    icon={IconSearch}
    title={`No one matches “${[q, tag, event].filter((text) => text !== "").join(", ")}”`}
    action={
      <Button variant="secondary" size="sm" onClick={onClear}>
        Show everyone
      </Button>
    }
  >
    Try fewer letters, or another tag or event.
  </EmptyPanel>
)
