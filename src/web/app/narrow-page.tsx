// A page with one thing to do: a sheet in the middle, as wide as a card is.
import { type ReactNode, useEffect, useRef } from "react"

interface NarrowPageProps {
  title: ReactNode
  intro?: ReactNode
  children: ReactNode
  /** what stands under the sheet, e.g. the way to the other form */
  below?: ReactNode
  /** it takes the place of a form whose button was far below: the reader is led to its title */
  isNews?: boolean
}

export function NarrowPage({ title, intro, children, below, isNews = false }: NarrowPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isNews) return
    scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [isNews])
  return (
    <div className="mx-auto w-full max-w-md">
      <div className="rounded-2xl border border-line bg-sheet p-5 shadow-sheet sm:p-8">
        <h1 ref={heading} {...(isNews && { tabIndex: -1 })} className="font-serif text-2xl font-semibold text-ink">
          {title}
        </h1>
        {intro !== undefined && <p className="mt-2 text-pretty text-ink-soft">{intro}</p>}
        <div className="mt-6">{children}</div>
      </div>
      {below !== undefined && <p className="mt-6 text-center text-ink-soft">{below}</p>}
    </div>
  )
}
