// A short status label in a small frame.
import type { ReactNode } from "react"
import { classNames } from "../class-names.ts"

const LOOK = {
  neutral: "border-line-strong text-ink-soft",
  good: "border-good/40 bg-good-paper text-good",
  bad: "border-bad/40 bg-bad-paper text-bad",
}

interface BadgeProps {
  tone?: keyof typeof LOOK
  /** cut to one line: text that was typed can be long */
  isTyped?: boolean
  children: ReactNode
}

export function Badge({ tone = "neutral", isTyped = false, children }: BadgeProps) {
  return (
    <span
      title={isTyped && typeof children === "string" ? children : undefined}
      className={classNames(
        "inline-flex max-w-full items-center rounded-2xl border px-2.5 py-0.5 font-medium text-sm whitespace-nowrap",
        LOOK[tone],
      )}
    >
      {isTyped ? <span className="truncate">{children}</span> : children}
    </span>
  )
}
