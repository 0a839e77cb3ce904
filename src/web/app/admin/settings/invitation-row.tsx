// One invitation in the list: for whom, its state, and the button that revokes it.
import type { Invitation } from "../../../../api/sign-up.ts"
import { profilePath } from "../../../../domain/paths.ts"
import { Button } from "../../../ui/button.tsx"
import { shortDayOf } from "../../../ui/dates.ts"
import { Badge } from "../../../ui/feedback/badge.tsx"
import { TextLink } from "../../../ui/text-link.tsx"

const STATE = { open: "Open", used: "Used", expired: "Expired" } as const

interface InvitationRowProps {
  invitation: Invitation
  isBusy: boolean
  onRevoke: () => void
}

export function InvitationRow({ invitation, isBusy, onRevoke }: InvitationRowProps) {
  const { email, state, created_at, created_by, expires_at, used_by } = invitation
  const name = email || "Anyone with the link"
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          <Badge tone={state === "open" ? "good" : "neutral"}>{STATE[state]}</Badge>
        </p>
        <p className="mt-1 text-sm text-ink-soft">
          Created {shortDayOf(created_at)}
          {created_by !== null && ` by @${created_by}`}
          {state === "open" && `, expires ${shortDayOf(expires_at)}`}
          {state === "used" && used_by !== null && (
            <>
              , used by <TextLink href={profilePath(used_by)}>@{used_by}</TextLink>
            </>
          )}
        </p>
      </div>
      {state === "open" && (
        <Button
          variant="secondary"
          size="sm"
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
