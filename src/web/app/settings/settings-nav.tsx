// The groups of the settings and the way to them: a list on a phone, beside the cards on a wide screen.
import { type ReactNode, useEffect, useState } from "react"
import IconChevronRight from "~icons/chevron-right"
import { TextLink } from "../../ui/text-link.tsx"

const GROUPS = { card: "Card", "sign-in": "Sign-in", security: "Security", data: "Data" } as const
type GroupId = keyof typeof GROUPS
const IDS = Object.keys(GROUPS) as GroupId[]

export function SettingsNav() {
  const current = useGroupInView()
  return (
    <nav aria-label="Settings" className="lg:sticky lg:top-6 lg:self-start">
      <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-sheet lg:flex lg:flex-col lg:gap-1 lg:divide-y-0 lg:border-0 lg:bg-transparent">
        {IDS.map((id) => (
          <li key={id}>
            <TextLink
              bare
              href={`#${id}`}
              aria-current={current === id ? "true" : undefined}
              className="flex min-h-12 items-center justify-between px-4 font-medium text-ink hover:bg-well lg:min-h-11 lg:rounded-xl lg:text-ink-soft lg:aria-current:bg-well lg:aria-current:text-ink"
            >
              {GROUPS[id]}
              <IconChevronRight size={18} className="text-ink-soft lg:hidden" />
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Not a `section`, which the cards in it are. */
export const SettingsGroup = ({ id, children }: { id: GroupId; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for one form
  <div id={id} role="group" aria-label={GROUPS[id]} className="flex scroll-mt-6 flex-col gap-6">
    <p aria-hidden="true" className="-mb-3 px-1 text-sm font-semibold text-ink-soft">
      {GROUPS[id]}
    </p>
    {children}
  </div>
)

/** The last group whose top has passed a third of the screen; at the end of the page the last one. */
function useGroupInView(): GroupId {
  const [current, setCurrent] = useState<GroupId>("card")
  useEffect(() => {
    const look = () => {
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
      const passed = IDS.filter((id) => {
        const group = document.getElementById(id)
        return group !== null && (isAtEnd || group.getBoundingClientRect().top < innerHeight / 3)
      })
      setCurrent(passed.at(-1) ?? "card")
    }
    addEventListener("scroll", look, { passive: true })
    return () => removeEventListener("scroll", look)
  }, [])
  return current
}
