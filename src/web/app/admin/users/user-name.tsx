// The user of a row: the name, the username with a link to the page, the address, and unusual states.
import type { ReactNode } from "react"
import type { ListedUser } from "../../../../api/users.ts"
import { profilePath } from "../../../../domain/paths.ts"
import { classNames } from "../../../ui/class-names.ts"
import { shortDayOf } from "../../../ui/dates.ts"
import { TextLink } from "../../../ui/text-link.tsx"

const Mark = ({ children }: { children: ReactNode }) => (
  <span className="rounded-md bg-well px-1.5 font-medium whitespace-nowrap text-ink-soft">{children}</span>
)

export function UserName({ user, isOwn }: { user: ListedUser; isOwn: boolean }) {
  const { username, full_name, deletion_scheduled_at, hidden_at, confirmed } = user
  const isDeactivated = deletion_scheduled_at !== null
  const name = full_name || username
  return (
    <div className="flex min-w-0 flex-col text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <bdi title={name} className={classNames("line-clamp-2 font-semibold", isDeactivated && "text-ink-soft")}>
          {name}
        </bdi>
        {isOwn && <Mark>You</Mark>}
        {isDeactivated && <Mark>Deactivated</Mark>}
        {hidden_at !== null && <Mark>Hidden</Mark>}
      </p>
      <p className="text-ink-soft">
        {/* Deactivated, hidden and unconfirmed users have no page. */}
        {isDeactivated || hidden_at !== null || !confirmed ? (
          `@${username}`
        ) : (
          <TextLink bare href={profilePath(username)} className="hover:text-ink hover:underline">
            @{username}
          </TextLink>
        )}
      </p>
      {isDeactivated && <p className="text-ink-soft">Deleted for good on {shortDayOf(deletion_scheduled_at)}</p>}
    </div>
  )
}

export const UserEmail = ({ user: { signin_email, confirmed } }: { user: ListedUser }) => (
  <>
    <p className="line-clamp-3 break-all" title={signin_email}>
      {signin_email}
    </p>
    {!confirmed && <p className="text-ink-soft">Not confirmed</p>}
  </>
)
