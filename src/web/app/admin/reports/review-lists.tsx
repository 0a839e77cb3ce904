// The two lists of profiles to decide about: with open reports, oldest report first, and hidden ones, newest first.
import { type ComponentType, type ReactNode, useState } from "react"
import IconEyeOff from "~icons/eye-off"
import IconUserCheck from "~icons/user-check"
import type { HiddenProfile, ReportedProfile, ReviewedProfile } from "../../../../api/moderation.ts"
import { MODERATION } from "../../../../domain/moderation/moderation-messages.ts"
import { ApiError, call } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { sinceOf } from "../../../ui/dates.ts"
import { Loading, Skeleton } from "../../../ui/feedback/skeleton.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import type { IconProps } from "../../../ui/icons/icon.tsx"
import { EmptyPanel } from "../../../ui/layout/empty.tsx"
import { Panel } from "../../../ui/layout/panel.tsx"
import { useConfirm } from "../../../ui/overlay/confirm-dialog.tsx"
import { PageList, type Pages, usePages } from "../../use-pages.tsx"
import { ReviewPanel } from "./review-panel.tsx"

const askReported = (cursor: string | null) => call("GET /api/moderation/reports", { query: { cursor: cursor ?? "" } })

export function ReportedList({ own, onDecided }: { own: string; onDecided: () => void }) {
  const pages = usePages(askReported)
  const { ask, dialog } = useConfirm()
  const { decide, buttonOf } = useDecision<ReportedProfile>((changed) => {
    pages.change(changed)
    onDecided()
  })
  const askToHide = ({ profile }: ReportedProfile) =>
    ask({
      title: "Hide this profile?",
      about: profile.full_name ? `${profile.full_name} (@${profile.username})` : `@${profile.username}`,
      question:
        "No one will see it until a moderator restores it, and its cards will stop working. The owner gets an email and can still edit the profile.",
      confirm: "Hide profile",
      onConfirm: () =>
        void decide("hide", profile, MODERATION.hidden, (params) =>
          call("PUT /api/moderation/hidden/{id}", { params }),
        ),
    })
  const dismiss = ({ profile, reported_until: seen_until }: ReportedProfile) =>
    decide("dismiss", profile, MODERATION.dismissed, (params) =>
      call("POST /api/moderation/profiles/{id}/dismissal", { params, body: { seen_until } }),
    )
  return (
    <>
      <ReviewList
        pages={pages}
        icon={IconUserCheck}
        empty="No open reports"
        emptyText="Reports about profiles appear here."
      >
        {(item) => (
          <ReviewPanel
            key={item.profile.id}
            reports={item}
            since={`Reported ${sinceOf(item.reported_from, new Date())}`}
            isOwn={item.profile.id === own}
          >
            <Button variant="secondary" {...buttonOf("dismiss", item.profile)} onClick={() => void dismiss(item)}>
              Dismiss reports
            </Button>
            {item.profile.hidden_at === null && (
              <Button variant="danger" {...buttonOf("hide", item.profile)} onClick={() => askToHide(item)}>
                Hide profile
              </Button>
            )}
          </ReviewPanel>
        )}
      </ReviewList>
      {dialog}
    </>
  )
}

const askHidden = (cursor: string | null) => call("GET /api/moderation/hidden", { query: { cursor: cursor ?? "" } })

const sinceWhen = ({ hidden_at, hidden_by }: HiddenProfile): string =>
  `Hidden ${sinceOf(hidden_at, new Date())}${hidden_by === null ? "" : ` by ${hidden_by}`}`

export function HiddenList({ own }: { own: string }) {
  const pages = usePages(askHidden)
  const { decide, buttonOf } = useDecision(pages.change)
  const restore = (profile: ReviewedProfile) =>
    decide("restore", profile, MODERATION.restored, (params) => call("DELETE /api/moderation/hidden/{id}", { params }))
  return (
    <ReviewList
      pages={pages}
      icon={IconEyeOff}
      empty="No hidden profiles"
      emptyText="Hidden profiles appear here until they are restored."
    >
      {(item) => (
        <ReviewPanel
          key={item.profile.id}
          reports={item}
          since={sinceWhen(item)}
          isAmongHidden
          isOwn={item.profile.id === own}
        >
          <Button variant="secondary" {...buttonOf("restore", item.profile)} onClick={() => void restore(item.profile)}>
            Restore profile
          </Button>
        </ReviewPanel>
      )}
    </ReviewList>
  )
}

type Item = ReportedProfile | HiddenProfile
type Decision = "hide" | "restore" | "dismiss"

/** Sends a decision about a profile, which then leaves the list: also when another moderator was faster, as a message says. */
function useDecision<Listed extends Item>(change: Pages<Listed>["change"]) {
  const [busy, setBusy] = useState<string | null>(null)

  async function decide(
    decision: Decision,
    { id }: ReviewedProfile,
    done: string,
    send: (params: { id: string }) => Promise<unknown>,
  ): Promise<void> {
    const remove = () => change((items) => items.filter((item) => item.profile.id !== id))
    setBusy(`${id} ${decision}`)
    try {
      await send({ id })
      showToast({ title: done, tone: "good" })
      remove()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ title: MODERATION.failed, description: error.message, tone: "bad" })
      if (error.status === 409 || error.status === 404) remove()
    } finally {
      setBusy(null)
    }
  }

  const buttonOf = (decision: Decision, { id }: ReviewedProfile) =>
    ({ size: "sm", busy: busy === `${id} ${decision}`, disabled: busy !== null }) as const

  return { decide, buttonOf }
}

interface ReviewListProps<Listed> {
  pages: Pages<Listed>
  icon: ComponentType<IconProps>
  empty: string
  emptyText: string
  children: (item: Listed) => ReactNode
}

const ReviewList = <Listed extends Item>({ pages, icon, empty, emptyText, children }: ReviewListProps<Listed>) => (
  <div className="flex flex-col gap-5">
    <PageList
      pages={pages}
      waiting={<Waiting />}
      empty={
        !pages.hasMore && (
          <EmptyPanel icon={icon} title={empty}>
            {emptyText}
          </EmptyPanel>
        )
      }
    >
      {(items) => <div className="flex flex-col gap-5">{items.map(children)}</div>}
    </PageList>
  </div>
)

const Waiting = () => (
  <Panel>
    <Loading />
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
