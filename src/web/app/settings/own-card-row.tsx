// One of your cards: which one, since when, and its actions.
import IconNfc from "~icons/nfc"
import type { OwnCard } from "../../../api/cards.ts"
import { Button } from "../../ui/button.tsx"
import { dayOf } from "../../ui/dates.ts"
import { Badge } from "../../ui/feedback/badge.tsx"

export type Act = "unlink" | "lost" | "found"

interface OwnCardRowProps {
  card: OwnCard
  /** the action in progress */
  doing: Act | null
  ask: (act: "unlink" | "lost") => void
  onFound: () => void
}

export function OwnCardRow({ card: { card_id, activated_at, lost_at }, doing, ask, onFound }: OwnCardRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <IconNfc size={24} stroke={1.5} className="shrink-0 text-ink-soft" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-mono text-sm tracking-tight">{card_id}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          {lost_at === null ? <Badge tone="good">Active</Badge> : <Badge tone="bad">Lost</Badge>}
          {lost_at !== null && <>Since {dayOf(lost_at)}</>}
          {lost_at === null && activated_at !== null && <>Activated {dayOf(activated_at)}</>}
        </p>
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:pl-10">
        {lost_at === null ? (
          <Button
            variant="secondary"
            size="sm"
            busy={doing === "lost"}
            disabled={doing !== null}
            aria-label={`Report lost: card ${card_id}`}
            onClick={() => ask("lost")}
          >
            Report lost
          </Button>
        ) : (
          <Button
            variant="secondary"
            size="sm"
            busy={doing === "found"}
            disabled={doing !== null}
            aria-label={`Found again: card ${card_id}`}
            onClick={onFound}
          >
            Found again
          </Button>
        )}
        <Button
          variant="quiet"
          size="sm"
          busy={doing === "unlink"}
          disabled={doing !== null}
          aria-label={`Unlink card ${card_id}`}
          onClick={() => ask("unlink")}
        >
          Unlink
        </Button>
      </div>
    </li>
  )
}
