// The header's account corner: Login and Sign Up for visitors, the Account menu for members (specification section 2).
import { type ComponentProps, lazy, Suspense, useEffect, useState } from "react"
import IconChevronDown from "~icons/chevron-down"
import IconUser from "~icons/user"
import { VisitorButtons } from "../layout/header.tsx"
import { buttonStyle } from "../ui/button-style.ts"
import type { MemberMenuProps } from "./member-menu.tsx"
import { useSession } from "./session-store.ts"

type Link = MemberMenuProps["link"]

interface AccountMenuProps {
  /** by default plain links, for documents */
  link?: Link
  /** the site takes no new accounts */
  isClosed?: boolean
  /** the page to come back to after signing in */
  from?: string | null
}

export function AccountMenu({ link = plainLink, isClosed = false, from = null }: AccountMenuProps) {
  const session = useSession()
  const { status } = session
  // What is for visitors or for members only follows (styles/theme.css).
  useEffect(() => {
    if (status !== "loading") document.documentElement.toggleAttribute("data-member", status === "signed-in")
  }, [status])
  if (session.status === "signed-out") return <VisitorButtons isClosed={isClosed} from={from} />
  if (session.status === "loading") return <span aria-hidden="true" className="block h-11 w-28" />
  return <MemberCorner session={session} link={link} />
}

// biome-ignore lint/a11y/useAnchorContent: the menu puts the text inside
const plainLink: Link = (href) => <a href={href} />

const loadMenu = () => import("./member-menu.tsx")

/** A menu is a third of the application's code, so it is loaded when the pointer or the focus reaches its button. */
const MemberMenu = lazy(() =>
  loadMenu().then(
    ({ MemberMenu }) => ({ default: MemberMenu }),
    () => ({ default: SettingsLink }),
  ),
)

function MemberCorner(props: Omit<MemberMenuProps, "trigger">) {
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
      <MemberMenu {...props} trigger={<MemberButton />} />
    </Suspense>
  )
}

const MemberButton = (props: ComponentProps<"button">) => (
  <button
    type="button"
    className={buttonStyle({ variant: "secondary", size: "sm" }, "data-popup-open:bg-well")}
    {...props}
  >
    <IconUser size={18} aria-hidden="true" />
    Account
    <IconChevronDown size={16} aria-hidden="true" />
  </button>
)

/** Without a network, a plain link replaces the menu. */
const SettingsLink = () => (
  <a href="/settings" className={buttonStyle({ variant: "secondary", size: "sm" })}>
    Account
  </a>
)
