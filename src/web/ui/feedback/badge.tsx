// A short status label in a small frame.
import type { ReactNode } from "react"
import { classNames } from "../class-names.ts"

const LOOK = {
  neutral: "border-line-strong text-ink-soft",
  good: "border-good/40 bg-good-paper text-good",
  bad: "border-bad/40 bg-bad-paper text-bad",
}

export function Badge({ tone = "neutral", children }: { tone?: keyof typeof LOOK; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center rounded-full border px-2.5 py-0.5 font-medium text-sm whitespace-nowrap",
        LOOK[tone],
      )}
    >
      {children}
    </span>
  )
}
