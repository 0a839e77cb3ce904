// The list of users on a wide screen: one row each.
import type { ListedUser } from "../../../../api/users.ts"
import { momentOf, shortDayOf, sinceOf } from "../../../ui/dates.ts"
import { RoleBadges } from "./role-badge.tsx"
import { UserActions, type UserActionsProps } from "./user-actions.tsx"
import { UserEmail, UserName } from "./user-name.tsx"

export interface UserRowsProps extends Pick<UserActionsProps, "acts" | "ask"> {
  users: ListedUser[]
  ownId: string
}

const HEAD =
  "sticky top-0 z-10 bg-sheet px-3 py-2.5 font-semibold text-ink-soft shadow-[inset_0_-1px_0_var(--line)] first:pl-6"
const CELL = "border-t border-line px-3 py-2 first:pl-6 last:pr-3 [tr:first-child>&]:border-t-0"

export function UserTable({ users, ownId, acts, ask }: UserRowsProps) {
  const now = new Date()
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-left text-sm">
      <caption className="sr-only">Users, newest first</caption>
      <colgroup>
        <col className="w-[25%]" />
        <col className="w-[21%]" />
        <col className="w-[18.5%]" />
        <col className="w-[11%]" />
        <col className="w-[12%]" />
        <col className="w-[12.5%]" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className={HEAD}>
            User
          </th>
          <th scope="col" className={HEAD}>
            Sign-in email
          </th>
          <th scope="col" className={HEAD}>
            Roles
          </th>
          <th scope="col" className={HEAD}>
            Joined
          </th>
          <th scope="col" className={HEAD}>
            Last sign-in
          </th>
          <th scope="col" className={HEAD}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id} className="hover:bg-well/50">
            <th scope="row" className={`${CELL} font-normal`}>
              <UserName user={user} isOwn={user.id === ownId} />
            </th>
            <td className={CELL}>
              <UserEmail user={user} />
            </td>
            <td className={CELL}>
              <RoleBadges roles={user.roles} />
            </td>
            <td className={`${CELL} text-ink-soft`}>
              <time dateTime={user.created_at} title={momentOf(user.created_at)}>
                {shortDayOf(user.created_at)}
              </time>
            </td>
            <td className={`${CELL} text-ink-soft`}>
              {user.last_sign_in_at === null ? (
                "Never"
              ) : (
                <time dateTime={user.last_sign_in_at} title={momentOf(user.last_sign_in_at)}>
                  {sinceOf(user.last_sign_in_at, now, shortDayOf)}
                </time>
              )}
            </td>
            <td className={CELL}>
              <div className="flex justify-end">
                <UserActions user={user} isOwn={user.id === ownId} acts={acts} ask={ask} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
