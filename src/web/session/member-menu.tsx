// The Account menu of members (specification section 2), loaded on request.
import IconChartBar from "~icons/chart-bar"
import IconEdit from "~icons/edit"
import IconFlag from "~icons/flag"
import IconLogout from "~icons/logout"
import IconSettings from "~icons/settings"
import IconShieldLock from "~icons/shield-lock"
import IconUser from "~icons/user"
import { PROFILE } from "../../domain/messages.ts"
import { profilePath } from "../../domain/paths.ts"
import { Menu, MenuAction, MenuLink, MenuSeparator } from "../ui/overlay/menu.tsx"
import { type MakeLink, MemberButton } from "./member-button.tsx"
import type { SessionState } from "./session-store.ts"
import { signOut } from "./sign-in.ts"

interface MemberMenuProps {
  session: SessionState & { status: "signed-in" }
  link: MakeLink
}

export function MemberMenu({ session, link }: MemberMenuProps) {
  const { me, loaded, user } = session
  const username = me?.profile?.username
  // Without an answer, it is unknown whether there is a profile, so the label is just the address.
  const label = me === null ? loaded === "loading" && "…" : (username ?? PROFILE.setupNeeded)
  return (
    <Menu defaultOpen trigger={<MemberButton />}>
      <div className="px-3 pt-2 pb-2.5">
        {label && <p className="truncate font-semibold">{label}</p>}
        <p className="truncate text-sm text-ink-soft">{user.email}</p>
      </div>
      <MenuSeparator />
      {username !== undefined && (
        <MenuLink link={link(profilePath(username))} icon={<IconUser size={20} aria-hidden="true" />}>
          My Profile
        </MenuLink>
      )}
      <MenuLink link={link("/edit-profile")} icon={<IconEdit size={20} aria-hidden="true" />}>
        Edit Profile
      </MenuLink>
      {username !== undefined && (
        <MenuLink link={link("/settings/insights")} icon={<IconChartBar size={20} aria-hidden="true" />}>
          Insights
        </MenuLink>
      )}
      <MenuLink link={link("/settings")} icon={<IconSettings size={20} aria-hidden="true" />}>
        Settings
      </MenuLink>
      {me?.roles.includes("admin") && (
        <MenuLink link={link("/admin")} icon={<IconShieldLock size={20} aria-hidden="true" />}>
          Admin Portal
        </MenuLink>
      )}
      {me?.roles.some((role) => role === "admin" || role === "moderator") && (
        <MenuLink link={link("/admin/reports")} icon={<IconFlag size={20} aria-hidden="true" />}>
          Reports
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuAction onSelect={() => void signOut()} icon={<IconLogout size={20} aria-hidden="true" />}>
        Logout
      </MenuAction>
    </Menu>
  )
}
