// A message that stays on the page: good, bad or neutral. Errors are announced at once.
import type { ReactNode } from "react"
import IconAlertTriangle from "~icons/alert-triangle"
import IconCircleCheck from "~icons/circle-check"
import IconInfoCircle from "~icons/info-circle"
import { classNames } from "../class-names.ts"

type Tone = "good" | "bad" | "neutral"

const COLOR: Record<Tone, string> = { good: "text-good", bad: "text-bad", neutral: "text-ink" }
const BOX: Record<Tone, string> = {
  good: "border-good/30 bg-good-paper",
  bad: "border-bad/30 bg-bad-paper",
  neutral: "border-line bg-well",
}
/** Toasts have them too. */
export const TONE_ICON = { good: IconCircleCheck, bad: IconAlertTriangle, neutral: IconInfoCircle }

interface NoticeProps {
  tone?: Tone
  title?: ReactNode
  children?: ReactNode
  className?: string
  /** on the page from the start, so not announced */
  standing?: boolean
  /** without a box: all that a panel has to say */
  bare?: boolean
}

export function Notice({ tone = "neutral", title, children, className, standing = false, bare = false }: NoticeProps) {
  const Icon = TONE_ICON[tone]
  // On a phone, a text with a title needs the whole width: without the icon, both begin at one edge.
  const isLong = title !== undefined && children !== undefined
  return (
    <div
      role={standing ? "note" : tone === "bad" ? "alert" : "status"}
      className={classNames(
        "grid grid-cols-[auto_1fr] gap-x-2.5 gap-y-1 sm:gap-x-3",
        COLOR[tone],
        !bare && `rounded-xl border px-3.5 py-4 sm:px-4 ${BOX[tone]}`,
        className,
      )}
    >
      <Icon size={22} className={classNames("mt-px", isLong && "max-sm:hidden")} />
      {title !== undefined && (
        <p className={classNames("min-w-0 font-semibold text-pretty", isLong && "max-sm:col-span-2")}>{title}</p>
      )}
      {children !== undefined && (
        <div className={classNames("min-w-0 text-pretty text-ink sm:col-start-2", isLong && "max-sm:col-span-2")}>
          {children}
        </div>
      )}
    </div>
  )
}
