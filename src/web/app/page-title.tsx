// The title of a page and a sentence about its purpose: shown before the session is known.
import type { ReactNode } from "react"
import { TextLink } from "../ui/text-link.tsx"

interface PageTitleProps {
  /** the page that this one belongs to */
  parent?: { href: string; name: string }
  title: ReactNode
  lead: ReactNode
  /** a button next to the title */
  beside?: ReactNode
}

export function PageTitle({ parent, title, lead, beside }: PageTitleProps) {
  return (
    <div className="min-w-0">
      {parent !== undefined && (
        <p className="back mb-2 text-sm">
          <TextLink href={parent.href}>{parent.name}</TextLink>
        </p>
      )}
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h1 className="font-serif text-2xl font-semibold max-[22rem]:text-xl">{title}</h1>
        {beside}
      </div>
      <p className="mt-1 max-w-prose text-pretty text-ink-soft empty:hidden">{lead}</p>
    </div>
  )
}
