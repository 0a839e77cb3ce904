// A policy: title, effective date, sections.
import type { ReactNode } from "react"
import { calendarDayOf } from "../../ui/dates.ts"
import { TextPage } from "../text-page.tsx"

interface PolicyPageProps {
  title: string
  /** YYYY-MM-DD */
  effective: string
  intro: ReactNode
  children: ReactNode
}

export function PolicyPage({ title, effective, intro, children }: PolicyPageProps) {
  return (
    <TextPage
      title={title}
      intro={
        <p className="text-base">
          Effective date: <time dateTime={effective}>{calendarDayOf(effective)}</time>
        </p>
      }
    >
      <p className="text-lg text-ink">{intro}</p>
      {children}
    </TextPage>
  )
}
