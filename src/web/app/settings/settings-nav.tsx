// The groups of the settings and the way to them: a row that stays in view on a phone, beside the cards on a wide screen.
import { Children, type ReactNode, startTransition, useEffect, useState } from "react"
import { TextLink } from "../../ui/text-link.tsx"

const GROUPS = {
  card: "Card",
  "sign-in": "Sign-in",
  security: "Security",
  notifications: "Notifications",
  data: "Data",
} as const
type GroupId = keyof typeof GROUPS
const IDS = Object.keys(GROUPS) as GroupId[]

export function SettingsNav() {
  const current = useGroupInView()
  return (
    <nav
      data-settings-nav=""
      aria-label="Settings"
      className="sticky top-0 z-20 -mx-4 bg-paper px-4 py-2 max-sm:-my-2 lg:top-6 lg:mx-0 lg:self-start lg:p-0"
    >
      <ul className="flex flex-wrap gap-1 max-[22rem]:gap-0 rounded-xl bg-well p-1 lg:-mx-4 lg:flex-col lg:bg-transparent lg:p-0">
        {IDS.map((id) => (
          <li key={id} className="flex-auto">
            <TextLink
              bare
              href={`#${id}`}
              aria-current={current === id ? "true" : undefined}
              className="flex min-h-11 items-center justify-center whitespace-nowrap rounded-lg px-0.5 text-sm max-[22rem]:text-[0.8125rem] font-medium text-ink-soft hover:text-ink aria-current:bg-raised aria-current:text-ink aria-current:shadow-sm lg:justify-start lg:rounded-xl lg:px-4 lg:text-base lg:hover:bg-well lg:aria-current:bg-well lg:aria-current:shadow-none"
            >
              {GROUPS[id]}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Renders one more group at a time, so that a slow phone can scroll and tap in between; all at once for a link to a group. */
export function SettingsGroups({ children }: { children: ReactNode }) {
  const groups = Children.toArray(children)
  const [shown, setShown] = useState(location.hash === "" ? 1 : groups.length)
  useEffect(() => {
    if (shown < groups.length) startTransition(() => setShown(shown + 1))
  }, [shown, groups.length])
  // The browser looked for the group before it was there.
  useEffect(() => {
    if (location.hash !== "") document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return groups.slice(0, shown)
}

/** Not a `section`, which the cards in it are. */
export const SettingsGroup = ({ id, children }: { id: GroupId; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for one form
  <div id={id} role="group" aria-label={GROUPS[id]} className="flex scroll-mt-3 lg:scroll-mt-6 flex-col gap-6">
    <p aria-hidden="true" className="-mb-2 font-serif text-xl font-semibold text-ink">
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
    addEventListener("resize", look)
    // What a card has loaded moves the groups below it.
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    return () => {
      removeEventListener("scroll", look)
      removeEventListener("resize", look)
      observer.disconnect()
    }
  }, [])
  return current
}
