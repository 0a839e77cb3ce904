// The parts of tabs (ARIA Authoring Practices): a row of names of which the arrow keys choose with Enter, and one panel at a time.
import { type ComponentProps, createContext, type KeyboardEvent, useContext, useId } from "react"

interface Chosen {
  id: string
  value: string
  choose: (value: string) => void
}

const Context = createContext<Chosen>({ id: "", value: "", choose: () => undefined })

interface TabRootProps extends ComponentProps<"div"> {
  value: string
  onValueChange: (value: string) => void
}

export function TabRoot({ value, onValueChange, ...rest }: TabRootProps) {
  const id = useId()
  return (
    <Context value={{ id, value, choose: onValueChange }}>
      <div {...rest} />
    </Context>
  )
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  if (step === undefined || at < 0) return
  event.preventDefault()
  tabs[step(at, tabs.length)]?.focus()
}

export const TabList = (props: ComponentProps<"div">) => <div role="tablist" onKeyDown={moveFocus} {...props} />

export function Tab({ value, ...rest }: ComponentProps<"button"> & { value: string }) {
  const chosen = useContext(Context)
  const isActive = chosen.value === value
  return (
    <button
      type="button"
      role="tab"
      id={`${chosen.id}-tab-${value}`}
      aria-selected={isActive}
      aria-controls={isActive ? `${chosen.id}-panel-${value}` : undefined}
      tabIndex={isActive ? 0 : -1}
      data-active={isActive ? "" : undefined}
      onClick={() => chosen.choose(value)}
      {...rest}
    />
  )
}

/** Only the open one is in the page. */
export function TabPanel({ value, ...rest }: ComponentProps<"div"> & { value: string }) {
  const chosen = useContext(Context)
  if (chosen.value !== value) return null
  return (
    <div
      role="tabpanel"
      id={`${chosen.id}-panel-${value}`}
      aria-labelledby={`${chosen.id}-tab-${value}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without fields must be reached, too
      tabIndex={0}
      {...rest}
    />
  )
}
