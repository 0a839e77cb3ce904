// A row of a list: an icon, what it is about, and its buttons beside the text or, without room, below it in line with the text.
import type { ComponentType, ReactNode } from "react"
import { classNames } from "../class-names.ts"

interface IconRowProps {
  icon: ComponentType<{ size: number; stroke: number; className: string }>
  /** class of the least width of the text, before the buttons go below it; one short button has room at 360 px */
  basis?: string
  /** the buttons */
  actions?: ReactNode
  children: ReactNode
}

export const IconRow = ({ icon: Icon, basis = "basis-34", actions, children }: IconRowProps) => (
  <li className="flex gap-4 py-4 first:pt-0 last:pb-0">
    <Icon size={24} stroke={1.5} className="shrink-0 text-ink-soft" />
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-3">
      <div className={classNames("min-w-0 flex-1", basis)}>{children}</div>
      {actions}
    </div>
  </li>
)
