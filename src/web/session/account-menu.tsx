// The header's account corner: Login and Sign Up for visitors, the Account menu for members (specification section 2).
import { lazy, type ReactElement, Suspense } from "react"
import { buttonStyle } from "../ui/button-style.ts"
import { useSession } from "./session-store.ts"

/** A menu is a third of the application's code: it comes after the page. */
const MemberMenu = lazy(() =>
  import("./member-menu.tsx").then(
    ({ MemberMenu }) => ({ default: MemberMenu }),
    () => ({ default: SettingsLink }),
  ),
)

export type MakeLink = (href: string) => ReactElement<Record<string, unknown>>
// biome-ignore lint/a11y/useAnchorContent: the menu puts the text inside
const plainLink: MakeLink = (href) => <a href={href} />

interface AccountMenuProps {
  /** how to link: plain addresses on documents, the router's links inside the application */
  link?: MakeLink
}

export function AccountMenu({ link = plainLink }: AccountMenuProps) {
  const session = useSession()
  if (session.status === "signed-out") return <VisitorButtons />
  const room = <span aria-hidden="true" className="block h-11 w-28" />
  if (session.status === "loading") return room
  return (
    <Suspense fallback={room}>
      <MemberMenu session={session} link={link} />
    </Suspense>
  )
}

function VisitorButtons() {
  return (
    <div className="flex items-center gap-1 sm:gap-2">
      <a href="/login" className={buttonStyle({ variant: "quiet", size: "sm" })}>
        Login
      </a>
      <a href="/signup" className={buttonStyle({ variant: "secondary", size: "sm" })}>
        Sign Up
      </a>
    </div>
  )
}

/** Without a network there is no menu, and yet a way to what it leads to. */
const SettingsLink = () => (
  <a href="/settings" className={buttonStyle({ variant: "secondary", size: "sm" })}>
    Account
  </a>
)
