// A sheet of paper: the background of every card of the application.
import type { ComponentProps, ReactNode } from "react"
import { classNames } from "../class-names.ts"

type PanelProps = Omit<ComponentProps<"section">, "title"> & { title?: ReactNode; intro?: ReactNode }

export function Panel({ title, intro, className, children, ...rest }: PanelProps) {
  return (
    <section
      {...rest}
      className={classNames("rounded-2xl border border-line bg-sheet p-5 shadow-card sm:p-7", className)}
    >
      {title !== undefined && <h2 className="font-serif text-lg font-semibold text-ink">{title}</h2>}
      {intro !== undefined && <p className="mt-1 max-w-prose text-pretty text-ink-soft">{intro}</p>}
      {(title !== undefined || intro !== undefined) && <div className="mt-5">{children}</div>}
      {title === undefined && intro === undefined && children}
    </section>
  )
}
