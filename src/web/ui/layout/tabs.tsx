// Tabs: a row of names, one panel at a time; arrow keys move between them.
import { type ReactNode, useState } from "react"
import { useSearchParams } from "react-router"
import { classNames } from "../class-names.ts"
import { useHydrated } from "../use-hydrated.ts"
import { Tab, TabList, TabPanel, TabRoot } from "./tab-parts.tsx"

const MOST_IN_A_ROW = 3

export const TAB =
  "inline-flex min-h-11 flex-1 cursor-pointer select-none items-center justify-center whitespace-nowrap rounded-lg px-1 text-sm sm:px-2 font-semibold text-ink-soft hover:text-ink data-active:bg-raised data-active:text-ink data-active:shadow-sm"

/** On a phone, tabs and links share the columns of one grid. */
export const ALL_IN_SIGHT = "grid grid-cols-2 gap-1 min-[22.5rem]:grid-cols-3 md:flex"

interface TabText {
  value: string
  label: ReactNode
  panel: ReactNode
}

interface TabsProps {
  tabs: TabText[]
  /** by default the first one is open, and the tabs themselves know which one is */
  value?: string
  onValueChange?: (value: string) => void
  /** what the row of tabs is about, for screen readers */
  label: string
  /** links in the same row that lead to other pages */
  beside?: ReactNode
  /** of the row */
  className?: string
}

export function Tabs({ tabs, value, onValueChange, label, beside, className }: TabsProps) {
  const isReady = useHydrated()
  const [own, setOwn] = useState(tabs[0]?.value ?? "")
  return (
    <TabRoot value={value ?? own} onValueChange={onValueChange ?? setOwn}>
      <div className={classNames("@container rounded-xl bg-well p-1", beside !== undefined && ALL_IN_SIGHT, className)}>
        <TabList
          aria-label={label}
          inert={!isReady}
          className={classNames(
            "grow gap-1",
            beside !== undefined ? "contents md:flex md:flex-4" : "no-scrollbar flex overflow-x-auto",
            // In one row, some of them would be outside the visible area.
            beside === undefined &&
              tabs.length > MOST_IN_A_ROW &&
              "@max-[19rem]:grid @max-[19rem]:grid-cols-2 @max-[19rem]:*:whitespace-normal",
          )}
        >
          {tabs.map((tab) => (
            <Tab key={tab.value} value={tab.value} className={TAB}>
              {tab.label}
            </Tab>
          ))}
        </TabList>
        {beside}
      </div>
      {tabs.map((tab) => (
        <TabPanel key={tab.value} value={tab.value} className="pt-5">
          {tab.panel}
        </TabPanel>
      ))}
    </TabRoot>
  )
}

/** The open tab is in the address, so reloads and links show the same. */
export function AddressTabs({ tabs, ...rest }: Omit<TabsProps, "value" | "onValueChange">) {
  const [search, setSearch] = useSearchParams()
  const { value = tabs[0]?.value } = tabs.find((tab) => tab.value === search.get("tab")) ?? {}
  return <Tabs {...rest} tabs={tabs} value={value} onValueChange={(tab) => setSearch({ tab }, { replace: true })} />
}
