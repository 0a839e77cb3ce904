// /admin/reports: what was reported and what is hidden, for moderators and administrators.
import { useState } from "react"
import { useSession } from "../../../session/session-store.ts"
import { AddressTabs } from "../../../ui/layout/tabs.tsx"
import { PageTitle } from "../../page-title.tsx"
import { pageTitle } from "../../titles.ts"
import { PortalButtons } from "../portal-buttons.tsx"
import { PortalRow } from "../portal-row.tsx"
import { RequireRole } from "../require-role.tsx"
import { HiddenList, ReportedList } from "./review-lists.tsx"

export const meta = pageTitle("Reports")

export default function ReportsPage() {
  const session = useSession()
  const [decisions, setDecisions] = useState(0)
  // Moderators have no portal.
  const isAdmin = session.status === "signed-in" && session.me?.roles.includes("admin")
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 sm:gap-6">
      <PageTitle
        title="Reports"
        lead="Review what visitors reported, and hide profiles that break the rules."
        beside={<PortalButtons />}
      />
      <RequireRole roles={["moderator", "admin"]}>
        {(me) => (
          <>
            {isAdmin && <PortalRow current="reports" decisions={decisions} />}
            <Queues own={me.user.id} onDecided={() => setDecisions((before) => before + 1)} />
          </>
        )}
      </RequireRole>
    </div>
  )
}

const Queues = ({ own, onDecided }: { own: string; onDecided: () => void }) => (
  <AddressTabs
    label="Reports"
    className="sm:max-w-md"
    tabs={[
      { value: "reported", label: "Open", panel: <ReportedList own={own} onDecided={onDecided} /> },
      { value: "hidden", label: "Hidden profiles", panel: <HiddenList own={own} /> },
    ]}
  />
)
