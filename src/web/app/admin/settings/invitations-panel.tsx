// 'Invitations' in the portal: list, create and revoke.
import { useState } from "react"
import type { Invitation } from "../../../../api/sign-up.ts"
import type { SignUpMode } from "../../../../domain/account/sign-up.ts"
import { INVITATION } from "../../../../domain/account/sign-up-messages.ts"
import { INVITATION_DAYS } from "../../../../domain/limits.ts"
import { profilePath } from "../../../../domain/paths.ts"
import { useSite } from "../../../layout/site.ts"
import { call } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { shortDayOf } from "../../../ui/dates.ts"
import { Badge } from "../../../ui/feedback/badge.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { Panel } from "../../../ui/layout/panel.tsx"
import { useConfirm } from "../../../ui/overlay/confirm-dialog.tsx"
import { lazyOverlay } from "../../../ui/overlay/lazy-overlay.tsx"
import { TextLink } from "../../../ui/text-link.tsx"
import { showFailure } from "../../show-failure.ts"
import { PageList, usePages } from "../../use-pages.tsx"
import type { InviteDialogProps } from "./invite-dialog.tsx"
import { withCode } from "./with-code.tsx"

const InviteDialog = lazyOverlay<InviteDialogProps>(async () => (await import("./invite-dialog.tsx")).InviteDialog)

const INTRO: Record<SignUpMode, string> = {
  invite: `People need an invitation to sign up. Each one works once, within ${INVITATION_DAYS} days.`,
  open: "Anyone can sign up. To require an invitation, set `SIGN_UP` to `invite`.",
  closed: "No one can sign up, even with an invitation: `SIGN_UP` is `closed`.",
}

async function askInvitations(after: string | null, signal: AbortSignal) {
  const query = { cursor: after ?? "" }
  const { invitations, next } = await call("GET /api/admin/invitations", { query, signal })
  return { items: invitations, next }
}

export function InvitationsPanel() {
  const { sign_up } = useSite()
  const pages = usePages(askInvitations)
  const [revoking, setRevoking] = useState<string | null>(null)
  const [isInviting, setInviting] = useState(false)
  const { ask, dialog } = useConfirm()

  const revoke = async (id: string) => {
    setRevoking(id)
    try {
      await call("DELETE /api/admin/invitations/{id}", { params: { id } })
      pages.change((items) => items.filter((item) => item.id !== id))
      showToast({ title: INVITATION.revoked, tone: "good" })
    } catch (error) {
      showFailure(INVITATION.revokeFailed, error)
      pages.reload()
    }
    setRevoking(null)
  }
  const askToRevoke = ({ id, email }: Invitation) =>
    ask({
      title: "Revoke this invitation?",
      about: email,
      question: "Its link stops working right away.",
      confirm: "Revoke",
      onConfirm: () => void revoke(id),
    })

  return (
    <Panel title="Invitations" intro={withCode(INTRO[sign_up])} className="relative">
      <div className="flex flex-col gap-5">
        <div className="flex flex-col sm:absolute sm:top-6 sm:right-7">
          <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setInviting(true)}>
            Invite someone
          </Button>
          <InviteDialog
            open={isInviting}
            onOpenChange={setInviting}
            onMade={pages.reload}
            onMissing={() => setInviting(false)}
          />
        </div>
        <PageList pages={pages} empty={<p className="border-line border-t pt-4 text-ink-soft">No invitations yet.</p>}>
          {(invitations) => (
            <ul aria-label="Invitations" className="-mb-4 flex flex-col divide-y divide-line border-t border-line">
              {invitations.map((invitation) => (
                <InvitationRow
                  key={invitation.id}
                  invitation={invitation}
                  isBusy={revoking === invitation.id}
                  onRevoke={() => askToRevoke(invitation)}
                />
              ))}
            </ul>
          )}
        </PageList>
      </div>
      {dialog}
    </Panel>
  )
}

const STATE = { open: "Open", used: "Used", expired: "Expired" } as const

interface InvitationRowProps {
  invitation: Invitation
  isBusy: boolean
  onRevoke: () => void
}

function InvitationRow({ invitation, isBusy, onRevoke }: InvitationRowProps) {
  const { email, state, created_at, created_by, expires_at, used_by } = invitation
  const name = email || "Anyone with the link"
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 py-4">
      <p className="min-w-0 font-semibold wrap-anywhere">{name}</p>
      <p className="row-start-2 mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
        <Badge tone={state === "open" ? "good" : "neutral"}>{STATE[state]}</Badge>
        {state === "open" && <span>Expires {shortDayOf(expires_at)}</span>}
        {state === "used" && used_by !== null && (
          <span>
            Used by <TextLink href={profilePath(used_by)}>@{used_by}</TextLink>
          </span>
        )}
        <span className="max-sm:w-full">
          {state !== "expired" && <span className="-ml-1 max-sm:hidden">· </span>}
          Created {shortDayOf(created_at)}
          {created_by !== null && ` by @${created_by}`}
        </span>
      </p>
      {state === "open" && (
        <Button
          variant="quiet"
          size="sm"
          className="row-span-2 -mr-3 text-bad"
          busy={isBusy}
          aria-label={`Revoke the invitation for ${name}`}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      )}
    </li>
  )
}
