// The Account menu of members (specification section 2), loaded on request.
import type { ReactElement } from "react"
import IconChartBar from "~icons/chart-bar"
import IconEdit from "~icons/edit"
import IconFlag from "~icons/flag"
import IconId from "~icons/id"
import IconLogout from "~icons/logout"
import IconSettings from "~icons/settings"
import IconShieldLock from "~icons/shield-lock"
import IconUser from "~icons/user"
import IconUsers from "~icons/users"
import { PROFILE } from "../../domain/messages.ts"
import { OWN_CARD_PATH, profilePath } from "../../domain/paths.ts"
import { NEWS_COUNTED_MAX } from "../../domain/people/people-limits.ts"
import { Menu, MenuAction, MenuLink, MenuSeparator } from "../ui/overlay/menu.tsx"
import type { SignedIn } from "./session-store.ts"
import { signOut } from "./sign-out.ts"

export interface MemberMenuProps {
  session: SignedIn
  /** makes a link: the router's inside the application, a plain one on documents */
  link: (href: string) => ReactElement<Record<string, unknown>>
  /** the button that opens it */
  trigger: ReactElement<Record<string, unknown>>
}

interface Entry {
  isShown: boolean | undefined
  href: string
  Icon: typeof IconUser
  text: string
  /** of what is new there */
  count?: number
}

export function MemberMenu({ session: { me, meStatus, user }, link, trigger }: MemberMenuProps) {
  const username = me?.profile?.username
  const hasProfile = username !== undefined
  const further = (me?.further_profiles ?? []).map((profile) => profile.username)
  const isAdmin = me?.roles.includes("admin")
  const links: Entry[] = [
    { isShown: hasProfile, href: OWN_CARD_PATH, Icon: IconId, text: "Show my card" },
    { isShown: hasProfile, href: profilePath(username ?? ""), Icon: IconUser, text: "My Profile" },
    ...further.map((name) => ({ isShown: true, href: profilePath(name), Icon: IconUser, text: name })),
    { isShown: true, href: "/edit-profile", Icon: IconEdit, text: "Edit Profile" },
    { isShown: true, href: "/people", Icon: IconUsers, text: "People", count: me?.new_people ?? 0 },
    { isShown: hasProfile, href: "/settings/insights", Icon: IconChartBar, text: "Insights" },
    { isShown: true, href: "/settings", Icon: IconSettings, text: "Settings" },
    { isShown: isAdmin, href: "/admin", Icon: IconShieldLock, text: "Admin Portal" },
    { isShown: isAdmin || me?.roles.includes("moderator"), href: "/admin/reports", Icon: IconFlag, text: "Reports" },
  ]
  // Who has not chosen a username has the account's id as one.
  const fullName = me?.profile?.full_name
  const named = username === user.id ? fullName : username
  // Without an answer, it is unknown whether there is a profile, so the label is just the address.
  const label = me === null ? meStatus === "loading" && "…" : (named ?? PROFILE.setupNeeded)
  return (
    <Menu defaultOpen trigger={trigger}>
      <div className="px-3 pt-2 pb-2.5">
        {label && <p className="truncate font-semibold">{fullName || label}</p>}
        {fullName && fullName !== label && <p className="truncate text-sm text-ink-soft">@{label}</p>}
        <p className="truncate text-sm text-ink-soft">{user.email}</p>
      </div>
      <MenuSeparator />
      {links
        .filter(({ isShown }) => isShown)
        .map(({ href, Icon, text, count = 0 }) => (
          <MenuLink
            key={href}
            link={link(href)}
            isCurrent={location.pathname === href}
            icon={<Icon size={20} aria-hidden="true" />}
          >
            {text}
            {count > 0 && (
              <span className="ml-auto rounded-full bg-accent px-2 text-sm font-semibold text-on-accent tabular-nums">
                {count < NEWS_COUNTED_MAX ? `${count} new` : `${count}+ new`}
              </span>
            )}
          </MenuLink>
        ))}
      <MenuSeparator />
      <MenuAction onSelect={() => void signOut()} icon={<IconLogout size={20} aria-hidden="true" />}>
        Logout
      </MenuAction>
    </Menu>
  )
}
