// Hidden profiles, newest first, with the button that restores them.
import type { HiddenProfile } from "../../../../api/moderation.ts"
import { MODERATION } from "../../../../domain/messages.ts"
import { call } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { sinceOf } from "../../../ui/dates.ts"
import { usePages } from "../../use-pages.ts"
import { ReviewList } from "./review-list.tsx"
import { ReviewPanel } from "./review-panel.tsx"
import { useDecision } from "./use-decision.ts"

const ask = (cursor: string | null) => call("GET /api/moderation/hidden", { query: { cursor: cursor ?? "" } })

const sinceWhen = ({ hidden_at, hidden_by }: HiddenProfile): string =>
  `Hidden ${sinceOf(hidden_at, new Date())}${hidden_by === null ? "" : ` by ${hidden_by}`}`

export function HiddenList({ own }: { own: string }) {
  const pages = usePages(ask)
  const { busy, decide } = useDecision((id) => pages.change((items) => items.filter((item) => item.profile.id !== id)))
  return (
    <ReviewList
      pages={pages}
      empty="No profile is hidden"
      emptyText="Profiles that were hidden wait here to be restored."
    >
      {(item) => (
        <ReviewPanel key={item.profile.id} reports={item} since={sinceWhen(item)} isOwn={item.profile.id === own}>
          <Button
            variant="secondary"
            size="sm"
            busy={busy === `${item.profile.id} restore`}
            disabled={busy !== null}
            onClick={() =>
              void decide(item.profile.id, "restore", MODERATION.restored, (params) =>
                call("DELETE /api/moderation/hidden/{id}", { params }),
              )
            }
          >
            Restore Profile
          </Button>
        </ReviewPanel>
      )}
    </ReviewList>
  )
}
