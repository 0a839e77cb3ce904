// The list of users on a phone: a block each, with the same content as the table.
import { shortDayOf, sinceOf } from "../../../ui/dates.ts"
import { RoleBadges } from "./role-badge.tsx"
import { UserActions } from "./user-actions.tsx"
import { UserEmail, UserName } from "./user-name.tsx"
import type { UserRowsProps } from "./user-table.tsx"

export function UserCards({ users, ownId, acts, ask }: UserRowsProps) {
  const now = new Date()
  return (
    <ul className="flex flex-col divide-y divide-line" aria-label="Users, newest first">
      {users.map((user) => (
        <li key={user.id} className="flex flex-col gap-2 p-4">
          <UserName user={user} isOwn={user.id === ownId} />
          <div className="text-sm">
            <UserEmail user={user} />
          </div>
          <p className="text-sm text-ink-soft">
            Joined {shortDayOf(user.created_at)}
            {user.last_sign_in_at === null
              ? ", never signed in"
              : `, signed in ${sinceOf(user.last_sign_in_at, now, shortDayOf)}`}
          </p>
          <div className="flex items-center justify-between gap-3">
            <RoleBadges roles={user.roles} />
            <div className="-mr-2 flex shrink-0">
              <UserActions user={user} isOwn={user.id === ownId} acts={acts} ask={ask} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
