// The header (specification section 2): logo, About and Contact, and the account corner. On a profile it is only a small mark.
import type { ComponentProps, ReactNode } from "react"
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
  const { name } = useSite()
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
        {account ?? <VisitorButtons isQuiet={profile} data-signed-out="" />}
      </div>
    </header>
  )
}

type VisitorButtonsProps = ComponentProps<"div"> & { isQuiet?: boolean }

/** @param isQuiet on a profile, the card stands out, and nothing of ours */
export function VisitorButtons({ isQuiet = false, ...rest }: VisitorButtonsProps) {
  return (
    <div {...rest} className="visitor-buttons">
      <a href="/login" className={isQuiet ? undefined : buttonStyle({ variant: "quiet", size: "sm" })}>
        Login
      </a>
      <a href="/signup" className={isQuiet ? undefined : buttonStyle({ variant: "secondary", size: "sm" })}>
        Sign Up
      </a>
    </div>
  )
}
