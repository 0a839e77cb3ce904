// The header's account corner: Login and Sign Up for visitors, the Account menu for members (specification section 2).
import { type ComponentProps, lazy, Suspense, useState } from "react"
import { buttonStyle } from "../ui/button-style.ts"
import { type MakeLink, MemberButton } from "./member-button.tsx"
import { type SessionState, useSession } from "./session-store.ts"

const loadMenu = () => import("./member-menu.tsx")

/** A menu is a third of the application's code, so it is loaded when the pointer or the focus reaches its button. */
const MemberMenu = lazy(() =>
  loadMenu().then(
    ({ MemberMenu }) => ({ default: MemberMenu }),
    () => ({ default: SettingsLink }),
  ),
)

// biome-ignore lint/a11y/useAnchorContent: the menu puts the text inside
const plainLink: MakeLink = (href) => <a href={href} />

interface AccountMenuProps {
  /** how to link: plain links on documents, the router's inside the application */
  link?: MakeLink
}

export function AccountMenu({ link = plainLink }: AccountMenuProps) {
  const session = useSession()
  if (session.status === "signed-out") return <VisitorButtons />
  if (session.status === "loading") return <span aria-hidden="true" className="block h-11 w-28" />
  return <MemberCorner session={session} link={link} />
}

interface MemberCornerProps {
  session: SessionState & { status: "signed-in" }
  link: MakeLink
}

function MemberCorner({ session, link }: MemberCornerProps) {
  const [isAsked, setAsked] = useState(false)
  const soon = () => void loadMenu().catch(() => undefined)
  const ask = () => setAsked(true)
  const closed: ComponentProps<typeof MemberButton> = {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: soon,
    onFocus: soon,
    onClick: ask,
    onKeyDown: ({ key }) => key === "ArrowDown" && ask(),
  }
  if (!isAsked) return <MemberButton {...closed} />
  return (
    <Suspense fallback={<MemberButton {...closed} aria-busy />}>
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

/** Without a network, a plain link replaces the menu. */
const SettingsLink = () => (
  <a href="/settings" className={buttonStyle({ variant: "secondary", size: "sm" })}>
    Account
  </a>
)
