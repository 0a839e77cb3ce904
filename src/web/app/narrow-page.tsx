// A page with one thing to do: a centered sheet, as wide as a card.
import { type ReactNode, useEffect, useRef } from "react"
import { classNames } from "../ui/class-names.ts"

interface NarrowPageProps {
  /** above the title: what has happened */
  icon?: ReactNode
  title: ReactNode
  intro?: ReactNode
  children: ReactNode
  /** shown below the sheet, e.g. a link to the other form */
  below?: ReactNode
  /** several things below each other: space between them */
  spaced?: boolean
  /** for rows with a line of text each */
  isWide?: boolean
  /** it replaces a form whose button was far below: scrolls to the title */
  isNews?: boolean
}

export function NarrowPage({
  icon,
  title,
  intro,
  children,
  below,
  spaced = false,
  isWide = false,
  isNews = false,
}: NarrowPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // On a phone its last word would be alone on a second line.
  const isLong = typeof title === "string" && title.length > 20
  useEffect(() => {
    if (!isNews) return
    scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [isNews])
  return (
    <div className={classNames("mx-auto w-full sm:mt-[2dvh]", isWide ? "max-w-xl" : "max-w-md")}>
      <div className="rounded-2xl border border-line bg-sheet p-5 shadow-card sm:p-8">
        {icon}
        <h1
          ref={heading}
          {...(isNews && { tabIndex: -1 })}
          className={classNames(
            "font-serif font-semibold text-balance text-ink",
            icon !== undefined && "mt-4",
            isLong ? "text-xl sm:text-2xl" : "text-2xl",
          )}
        >
          {title}
        </h1>
        {intro !== undefined && <p className="mt-3 text-pretty text-ink-soft">{intro}</p>}
        <div className={spaced ? "mt-6 flex flex-col gap-6" : "mt-6"}>{children}</div>
      </div>
      {below !== undefined && <p className="mt-6 text-center text-ink-soft">{below}</p>}
    </div>
  )
}
