// /admin: the Admin Portal and its four tabs (specification section 2).
import { type ReactNode, Suspense } from "react"
import { PanelWaiting } from "../../ui/feedback/panel-waiting.tsx"
import { later } from "../../ui/later.tsx"
import { AddressTabs } from "../../ui/layout/tabs.tsx"
import { pageTitle } from "../titles.ts"
import { PortalPage } from "./portal-page.tsx"
import { OtherPages, PORTAL_TABS } from "./portal-row.tsx"
import { UsersTab } from "./users/users-tab.tsx"

export const meta = pageTitle("Admin Portal")

/** The first tab comes with the page, the others when they are opened. */
const LATER = {
  system: () => import("./system-info-tab.tsx").then((tab) => tab.SystemInfoTab),
  cards: () => import("./card-urls/card-urls-tab.tsx").then((tab) => tab.CardUrlsTab),
  settings: () => import("./settings/settings-tab.tsx").then((tab) => tab.SettingsTab),
}
const SystemInfoTab = later(LATER.system)
const CardUrlsTab = later(LATER.cards)
const SettingsTab = later(LATER.settings)

/** The tab in the page's address loads while the roles are checked. */
if (!import.meta.env.SSR) {
  const tab = new URLSearchParams(location.search).get("tab")
  for (const [name, load] of Object.entries(LATER)) if (name === tab) void load().catch(() => undefined)
}

const late = (panel: ReactNode) => <Suspense fallback={<PanelWaiting />}>{panel}</Suspense>

const TABS = [
  { value: "users", label: PORTAL_TABS.users, panel: <UsersTab /> },
  { value: "system", label: PORTAL_TABS.system, panel: late(<SystemInfoTab />) },
  { value: "cards", label: PORTAL_TABS.cards, panel: late(<CardUrlsTab />) },
  { value: "settings", label: PORTAL_TABS.settings, panel: late(<SettingsTab />) },
]

export default function Admin() {
  return (
    <PortalPage roles={["admin"]}>
      {() => (
        <AddressTabs
          label="Admin Portal"
          tabs={TABS}
          beside={
            <nav aria-label="More in the portal" className="contents md:flex md:flex-2 md:gap-1">
              <OtherPages />
            </nav>
          }
        />
      )}
    </PortalPage>
  )
}
