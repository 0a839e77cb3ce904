// /admin/reports: what was reported and what is hidden, for moderators and administrators.
import { useState } from "react"
import { AddressTabs } from "../../../ui/layout/tabs.tsx"
import { pageTitle } from "../../titles.ts"
import { PortalPage } from "../portal-page.tsx"
import { PortalRow } from "../portal-row.tsx"
import { useMayEnter } from "../require-role.tsx"
import { HiddenList, ReportedList } from "./review-lists.tsx"

export const meta = pageTitle("Reports")

export default function ReportsPage() {
  const [decisions, setDecisions] = useState(0)
  // Moderators have no portal.
  const hasPortal = useMayEnter(["admin"])
  return (
    <PortalPage
      {...(!hasPortal && {
        title: "Reports",
        lead: "Review what visitors reported, and hide profiles that break the rules.",
      })}
      roles={["moderator", "admin"]}
    >
      {(me) => (
        <>
          {hasPortal && <PortalRow current="reports" decisions={decisions} />}
          <Queues own={me.user.id} onDecided={() => setDecisions((before) => before + 1)} />
        </>
      )}
    </PortalPage>
  )
}

const Queues = ({ own, onDecided }: { own: string; onDecided: () => void }) => (
  <AddressTabs
    label="Reports"
    className="sm:max-w-72"
    tabs={[
      { value: "reported", label: "Open", panel: <ReportedList own={own} onDecided={onDecided} /> },
      { value: "hidden", label: "Hidden profiles", panel: <HiddenList own={own} /> },
    ]}
  />
)
