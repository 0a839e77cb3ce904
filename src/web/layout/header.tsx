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

const LINK = "flex min-h-11 items-center rounded-lg px-3 text-sm font-medium text-ink-soft hover:bg-well hover:text-ink"

export function Header({ profile = false, account }: HeaderProps) {
  const { name } = useSite()
  return (
    <header className="print:hidden mx-auto flex h-16 w-full max-w-6xl items-center gap-1 px-4 sm:gap-3 sm:px-6">
      <a href="/" className="-m-1 flex items-center gap-2.5 rounded-xl p-1 text-ink">
        {profile ? (
          <>
            <QuietMark className="size-7 text-ink-soft" />
            <span className="sr-only">{name}</span>
          </>
        ) : (
          <>
            <Mark />
            <span className="font-serif text-lg font-semibold tracking-tight">{name}</span>
          </>
        )}
      </a>
      <nav aria-label="Main" className="hidden items-center sm:flex">
        <a href="/about" className={LINK}>
          About
        </a>
        <a href="/contact" className={LINK}>
          Contact
        </a>
      </nav>
      <div className="ml-auto flex h-11 items-center justify-end" data-account="">
        {account ?? <VisitorButtons isQuiet={profile} data-signed-out="" />}
      </div>
    </header>
  )
}

type VisitorButtonsProps = ComponentProps<"div"> & { isQuiet?: boolean }

/** @param isQuiet on a profile, the card stands out, and nothing of ours */
export function VisitorButtons({ isQuiet = false, ...rest }: VisitorButtonsProps) {
  return (
    <div {...rest} className="flex items-center gap-1 sm:gap-2">
      <a href="/login" className={isQuiet ? LINK : buttonStyle({ variant: "quiet", size: "sm" })}>
        Login
      </a>
      <a href="/signup" className={isQuiet ? LINK : buttonStyle({ variant: "secondary", size: "sm" })}>
        Sign Up
      </a>
    </div>
  )
}
