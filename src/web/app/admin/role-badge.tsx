// The names of the roles, and roles as badges (specification section 2): administrators red, moderators gray, others outlined.
import { DEFAULT_NEW_ROLE, type Role } from "../../../domain/account/roles.ts"
import { classNames } from "../../ui/class-names.ts"

const LABEL: Record<Role, string> = { user: "User", moderator: "Moderator", admin: "Administrator" }
const LOOK: Record<Role, string> = {
  // In the dark theme, that color is for text.
  admin: "border-transparent bg-bad text-sheet dark:bg-[#bd2346] dark:text-ink",
  moderator: "border-line bg-line text-ink",
  user: "border-line-strong text-ink-soft",
}

export const roleLabel = (role: Role): string => LABEL[role]

export const RoleBadge = ({ role }: { role: Role }) => (
  <span
    data-role={role}
    className={classNames(
      "inline-flex items-center whitespace-nowrap rounded-full border px-2 text-sm leading-6 font-medium",
      LOOK[role],
    )}
  >
    {roleLabel(role)}
  </span>
)

/** Nearly everyone is just a user. */
export const isExceptional = (role: Role): boolean => role !== DEFAULT_NEW_ROLE

export function RoleBadges({ roles }: { roles: Role[] }) {
  if (roles.length === 0) return <span className="text-ink-soft">No role</span>
  return (
    <ul className="flex flex-wrap gap-1.5">
      {roles.map((role) => (
        <li key={role} className="flex">
          <RoleBadge role={role} />
        </li>
      ))}
    </ul>
  )
}
