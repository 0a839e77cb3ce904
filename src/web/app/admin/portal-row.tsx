// The row of the portal's parts: four tabs, and two pages of their own, because moderators have no other part of the portal.
import { useEffect } from "react"
import { call } from "../../session/api.ts"
import { ALL_IN_SIGHT, TAB } from "../../ui/layout/tabs.tsx"
import { TextLink } from "../../ui/text-link.tsx"
import { useAsked } from "../use-asked.tsx"

/** In their order; the values are in the address. */
export const PORTAL_TABS = {
  users: "Users & Roles",
  system: "System Info",
  cards: "Card URLs",
  settings: "Settings",
} as const

type OtherPage = "reports" | "audit"

/** On the pages that are no tabs: the same row, of links only. */
export const PortalRow = (props: OtherPagesProps & { current: OtherPage }) => (
  <nav aria-label="Admin Portal" className={`rounded-xl bg-well p-1 ${ALL_IN_SIGHT}`}>
    {Object.entries(PORTAL_TABS).map(([value, label]) => (
      <TextLink key={value} bare href={`/admin?tab=${value}`} className={TAB}>
        {label}
      </TextLink>
    ))}
    <OtherPages {...props} />
  </nav>
)

const askReports = () => call("GET /api/moderation/reports", { query: {} })

interface OtherPagesProps {
  current?: OtherPage
  /** about reports, on this page: after each, the count is asked for again */
  decisions?: number
}

export function OtherPages({ current, decisions = 0 }: OtherPagesProps) {
  const { again, ...reports } = useAsked(askReports)
  useEffect(() => {
    if (decisions > 0) void again()
  }, [decisions, again])
  const { items = [], next = null } = reports.state === "known" ? reports.answer : {}
  const look = (page: OtherPage) => ({
    href: `/admin/${page}`,
    className: TAB,
    ...(page === current && { "aria-current": "page" as const, "data-active": "" }),
  })
  return (
    <>
      <TextLink bare {...look("reports")}>
        Reports
        {items.length > 0 && (
          <span className="ml-2 rounded-full bg-bad px-2 py-0.5 text-sheet tabular-nums">
            {items.length}
            {next !== null && "+"}
            <span className="sr-only"> open</span>
          </span>
        )}
      </TextLink>
      <TextLink bare {...look("audit")}>
        Audit Log
      </TextLink>
    </>
  )
}
