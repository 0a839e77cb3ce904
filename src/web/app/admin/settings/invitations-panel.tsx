// 'Invitations' in the portal: list, create and revoke.
import { useCallback, useState } from "react"
import type { Invitation } from "../../../../api/sign-up.ts"
import { INVITATION } from "../../../../domain/account/account-messages.ts"
import type { SignUpMode } from "../../../../domain/account/sign-up.ts"
import { INVITATION_DAYS } from "../../../../domain/limits.ts"
import { useSite } from "../../../layout/site.ts"
import { call } from "../../../session/api.ts"
import { PanelFailed, PanelWaiting } from "../../../ui/feedback/panel-waiting.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { Panel } from "../../../ui/layout/panel.tsx"
import { MoreButton } from "../../../ui/more-button.tsx"
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx"
import { type Page, usePages } from "../../use-pages.ts"
import { sayFailed } from "../card-urls/use-card-acts.ts"
import { InvitationRow } from "./invitation-row.tsx"
import { InviteDialog } from "./invite-dialog.tsx"

const INTRO: Record<SignUpMode, string> = {
  invite: `People need an invitation to create an account. It creates one account, within ${INVITATION_DAYS} days.`,
  open: "Everyone can create an account now, so nobody needs an invitation. Set SIGN_UP to invite to ask for one.",
  closed: "Nobody can create an account now, with or without an invitation: SIGN_UP is closed.",
}

async function askInvitations(after: string | null, signal: AbortSignal): Promise<Page<Invitation, string>> {
  const query = { cursor: after ?? "" }
  const { invitations, next } = await call("GET /api/admin/invitations", { query, signal })
  return { items: invitations, next }
}

export function InvitationsPanel() {
  const { sign_up } = useSite()
  const list = usePages(askInvitations)
  const [asked, setAsked] = useState<Invitation | null>(null)
  const [revoking, setRevoking] = useState<string | null>(null)
  const { reload, change } = list

  const revoke = useCallback(
    async ({ id }: Invitation) => {
      setRevoking(id)
      try {
        await call("DELETE /api/admin/invitations/{id}", { params: { id } })
        change((items) => items.filter((item) => item.id !== id))
        showToast({ title: INVITATION.revoked, tone: "good" })
      } catch (error) {
        sayFailed(INVITATION.revokeFailed, error)
        reload()
      }
      setRevoking(null)
    },
    [change, reload],
  )

  return (
    <Panel title="Invitations" intro={INTRO[sign_up]}>
      <div className="flex flex-col gap-5">
        <div className="flex flex-col sm:items-start">
          <InviteDialog onMade={reload} />
        </div>
        {list.state === "loading" && <PanelWaiting />}
        {list.state === "failed" && <PanelFailed problem={list.problem} onRetry={reload} />}
        {list.state === "known" && list.items.length === 0 && <p className="text-ink-soft">No invitations yet.</p>}
        {list.state === "known" && list.items.length > 0 && (
          <ul aria-label="Invitations" className="flex flex-col divide-y divide-line">
            {list.items.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                isBusy={revoking === invitation.id}
                onRevoke={() => setAsked(invitation)}
              />
            ))}
          </ul>
        )}
        {list.hasMore && (
          <MoreButton label="Show more" state={list.more} problem={list.problem} onClick={list.loadMore} />
        )}
      </div>
      <ConfirmDialog
        open={asked !== null}
        title="Revoke this invitation?"
        about={asked?.email || undefined}
        question="Its link stops working at once."
        confirm="Revoke"
        cancel="Cancel"
        onConfirm={() => {
          setAsked(null)
          if (asked !== null) void revoke(asked)
        }}
        onCancel={() => setAsked(null)}
      />
    </Panel>
  )
}
