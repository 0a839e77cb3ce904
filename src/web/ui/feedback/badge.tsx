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
  /** its text was typed by someone, and may be one long word */
  isTyped?: boolean
  children: ReactNode
}

export function Badge({ tone = "neutral", isTyped = false, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        "inline-flex items-center rounded-2xl border px-2.5 py-0.5 font-medium text-sm",
        isTyped ? "wrap-anywhere" : "whitespace-nowrap",
        LOOK[tone],
      )}
    >
      {children}
    </span>
  )
}
