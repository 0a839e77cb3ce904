// A message that stays on the page: good, bad or neutral. Errors are announced at once.
import type { ReactNode } from "react"
import IconAlertTriangle from "~icons/alert-triangle"
import IconCircleCheck from "~icons/circle-check"
import IconInfoCircle from "~icons/info-circle"
import { classNames } from "../class-names.ts"

export type Tone = "good" | "bad" | "neutral"

const COLOR: Record<Tone, string> = { good: "text-good", bad: "text-bad", neutral: "text-ink" }
/** Toasts and the dialogs of the portal have what follows, too. */
export const TONE_BOX: Record<Tone, string> = {
  good: "border-good/30 bg-good-paper",
  bad: "border-bad/30 bg-bad-paper",
  neutral: "border-line bg-well",
}
export const TONE_ICON = { good: IconCircleCheck, bad: IconAlertTriangle, neutral: IconInfoCircle }
/** Of an icon beside text in ink. */
export const TONE_ICON_COLOR: Record<Tone, string> = { ...COLOR, neutral: "text-ink-soft" }

interface NoticeProps {
  tone?: Tone
  title?: ReactNode
  children?: ReactNode
  className?: string
  /** on the page from the start, so not announced */
  standing?: boolean
  /** without a box: all that a panel has to say */
  bare?: boolean
  /** among cards, whose padding it has */
  asCard?: boolean
}

export function Notice({
  tone = "neutral",
  title,
  children,
  className,
  standing = false,
  bare = false,
  asCard = false,
}: NoticeProps) {
  const Icon = TONE_ICON[tone]
  return (
    <div
      role={standing ? "note" : tone === "bad" ? "alert" : "status"}
      className={classNames(
        "grid grid-cols-[auto_1fr] gap-x-3 gap-y-2",
        COLOR[tone],
        !bare && `rounded-2xl border ${asCard ? "p-5 sm:px-7" : "px-3.5 py-4 sm:px-4"} ${TONE_BOX[tone]}`,
        className,
      )}
    >
      <Icon size={20} className="mt-0.5" />
      {title !== undefined && <p className="min-w-0 font-semibold text-pretty">{title}</p>}
      {children !== undefined && <div className="col-start-2 min-w-0 text-pretty text-ink">{children}</div>}
    </div>
  )
}
