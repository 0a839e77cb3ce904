// The header (specification section 2): logo, About and Contact, and the account corner. On a profile it is only a small mark.
import type { ComponentProps, ReactNode } from "react"
import { loginPath, signupPath } from "../session/return-path.ts"
import { buttonStyle } from "../ui/button-style.ts"
import { Mark, QuietMark } from "./mark.tsx"
import { useSite } from "./site.ts"

interface HeaderProps {
  /** a profile page: another, smaller logo */
  profile?: boolean
  /** content of the account corner; by default the visitor's buttons, which the visitor script replaces for members */
  account?: ReactNode
}

export function Header({ profile = false, account }: HeaderProps) {
  const { name, sign_up } = useSite()
  return (
    <header className="header">
      <a href="/" aria-label={profile ? name : undefined}>
        {profile ? (
          <QuietMark className="quiet-mark" />
        ) : (
          <>
            <Mark />
            <span className="font-serif text-lg font-semibold tracking-tight">{name}</span>
          </>
        )}
      </a>
      <nav aria-label="Main">
        <a href="/about">About</a>
        <a href="/contact">Contact</a>
        {/* Not on documents: their pages carry nothing for members. */}
        {account !== undefined && (
          <span data-members-only="">
            <a href="/people">People</a>
          </span>
        )}
      </nav>
      <div className="corner" data-account="">
        {account ?? <VisitorButtons isQuiet={profile} isClosed={sign_up === "closed"} data-signed-out="" />}
      </div>
    </header>
  )
}

interface VisitorButtonsProps extends ComponentProps<"div"> {
  /** on a profile, the card stands out, and nothing of ours */
  isQuiet?: boolean
  /** the site takes no new accounts */
  isClosed?: boolean
  /** the page to come back to */
  from?: string | null
}

export function VisitorButtons({ isQuiet = false, isClosed = false, from = null, ...rest }: VisitorButtonsProps) {
  return (
    <div {...rest} className="visitor-buttons">
      <a
        href={loginPath(from)}
        className={isQuiet ? undefined : buttonStyle({ variant: isClosed ? "secondary" : "quiet", size: "sm" })}
      >
        Login
      </a>
      {!isClosed && (
        <a href={signupPath(from)} className={isQuiet ? undefined : buttonStyle({ variant: "secondary", size: "sm" })}>
          Sign Up
        </a>
      )}
    </div>
  )
}
