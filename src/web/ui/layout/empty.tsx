// What stands in place of something that is not there: what is missing, and what to do.
import type { ComponentType, ReactNode } from "react"
import type { IconProps } from "../icons/icon.tsx"

interface EmptyProps {
  icon: ComponentType<IconProps>
  title: ReactNode
  /** of the title, where it is a heading */
  as?: "h1" | "h2" | "p"
  children: ReactNode
  /** a button or a link */
  action?: ReactNode
}

export const Empty = ({ icon: Icon, title, as: Title = "p", children, action }: EmptyProps) => (
  <div className="flex flex-col items-center gap-1 px-4 py-12 text-center sm:px-6 sm:py-16">
    <Icon size={48} stroke={1.25} className="mb-3 text-line-strong" />
    <Title className="font-serif text-lg font-semibold text-balance">{title}</Title>
    <p className="max-w-md text-balance text-ink-soft">{children}</p>
    {action && <div className="mt-5">{action}</div>}
  </div>
)

/** The same where there is no list around it. */
export const EmptyPanel = (props: EmptyProps) => (
  <div className="rounded-2xl border border-line bg-sheet">
    <Empty {...props} />
  </div>
)
