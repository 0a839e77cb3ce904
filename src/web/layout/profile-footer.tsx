// The footer of a profile: one quiet line. A file of its own, because the application's pages do without it.
import type { ReactNode } from "react"
import { hiddenFromMembers, SECTIONS, yearOf } from "./footer.tsx"
import { useSite } from "./site.ts"

/** @param report the way to report the profile */
export function ProfileFooter({ report }: { report: ReactNode }) {
  const { name, today } = useSite()
  return (
    <footer className="whisper">
      {SECTIONS.map(({ title, links }) => (
        <nav key={title} aria-label={title}>
          {links.map(([href, text]) => (
            <a key={href} href={href} {...hiddenFromMembers(href)}>
              {text}
            </a>
          ))}
        </nav>
      ))}
      {report}
      <p>{`© ${yearOf(today)} ${name}`}</p>
    </footer>
  )
}
