// Profiles with open reports, oldest report first.
import { useState } from "react"
import type { ReportedProfile } from "../../../../api/moderation.ts"
import { MODERATION } from "../../../../domain/messages.ts"
import { call } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { sinceOf } from "../../../ui/dates.ts"
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx"
import { usePages } from "../../use-pages.ts"
import { ReviewList } from "./review-list.tsx"
import { ReviewPanel } from "./review-panel.tsx"
import { useDecision } from "./use-decision.ts"

const ask = (cursor: string | null) => call("GET /api/moderation/reports", { query: { cursor: cursor ?? "" } })

export function ReportedList({ own }: { own: string }) {
  const pages = usePages(ask)
  const { busy, decide } = useDecision((id) => pages.change((items) => items.filter((item) => item.profile.id !== id)))
  const [asking, setAsking] = useState<ReportedProfile | null>(null)
  return (
    <>
      <ReviewList pages={pages} empty="Nothing to decide" emptyText="Reports about profiles appear here, oldest first.">
        {(item) => (
          <ReviewPanel
            key={item.profile.id}
            reports={item}
            since={`Reported ${sinceOf(item.reported_from, new Date())}`}
            isOwn={item.profile.id === own}
          >
            <Button
              variant="secondary"
              size="sm"
              busy={busy === `${item.profile.id} dismiss`}
              disabled={busy !== null}
              onClick={() =>
                void decide(item.profile.id, "dismiss", MODERATION.dismissed, (params) => {
                  const body = { seen_until: item.reported_until }
                  return call("POST /api/moderation/profiles/{id}/dismissal", { params, body })
                })
              }
            >
              Dismiss Reports
            </Button>
            {item.profile.hidden_at === null && (
              <Button
                variant="danger"
                size="sm"
                busy={busy === `${item.profile.id} hide`}
                disabled={busy !== null}
                onClick={() => setAsking(item)}
              >
                Hide Profile
              </Button>
            )}
          </ReviewPanel>
        )}
      </ReviewList>
      <ConfirmDialog
        open={asking !== null}
        title="Hide this profile?"
        about={asking === null ? undefined : asking.profile.full_name || `@${asking.profile.username}`}
        question="Nobody will see it until somebody restores it, and its cards will lead to nobody. The owner is told by mail and can still edit it."
        confirm="Hide Profile"
        cancel="Cancel"
        onConfirm={() => {
          if (asking !== null)
            void decide(asking.profile.id, "hide", MODERATION.hidden, (params) =>
              call("PUT /api/moderation/hidden/{id}", { params }),
            )
          setAsking(null)
        }}
        onCancel={() => setAsking(null)}
      />
    </>
  )
}
