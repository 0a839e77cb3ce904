// A row of a list: an icon, what it is about, and its buttons beside the text or, without room, below it.
import type { ComponentType, ReactNode } from "react"
import { classNames } from "../class-names.ts"

interface IconRowProps {
  icon: ComponentType<{ size: number; stroke: number; className: string }>
  /** class of the least width of the text, before the buttons go below it */
  basis?: string
  /** the buttons */
  actions?: ReactNode
  children: ReactNode
}

export const IconRow = ({ icon: Icon, basis = "basis-48", actions, children }: IconRowProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
    <Icon size={24} stroke={1.5} className="shrink-0 self-start text-ink-soft" />
    <div className={classNames("min-w-0 flex-1", basis)}>{children}</div>
    {actions}
  </li>
)
