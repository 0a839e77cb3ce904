// /admin: the Admin Portal and its four tabs (specification section 2).
import { lazy, type ReactNode, Suspense } from "react"
import { useNavigate } from "react-router"
import IconId from "~icons/id"
import { ADMIN } from "../../../domain/admin-messages.ts"
import { profilePath } from "../../../domain/paths.ts"
import { call } from "../../session/api.ts"
import { Button } from "../../ui/button.tsx"
import { PanelWaiting } from "../../ui/feedback/panel-waiting.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { AddressTabs } from "../../ui/layout/tabs.tsx"
import { PageTitle } from "../page-title.tsx"
import { pageTitle } from "../titles.ts"
import { Palette } from "./palette.tsx"
import { OtherPages, PORTAL_TABS } from "./portal-row.tsx"
import { RequireRole, useMayEnter } from "./require-role.tsx"
import { UsersTab } from "./users/users-tab.tsx"

export const meta = pageTitle("Admin Portal")

/** The first tab comes with the page, the others when they are opened. */
const LATER = {
  system: () => import("./system-info-tab.tsx").then(({ SystemInfoTab }) => ({ default: SystemInfoTab })),
  cards: () => import("./card-urls/card-urls-tab.tsx").then(({ CardUrlsTab }) => ({ default: CardUrlsTab })),
  settings: () => import("./settings/settings-tab.tsx").then(({ SettingsTab }) => ({ default: SettingsTab })),
}
const SystemInfoTab = lazy(LATER.system)
const CardUrlsTab = lazy(LATER.cards)
const SettingsTab = lazy(LATER.settings)

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
  const mayEnter = useMayEnter(["admin"])
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 sm:gap-6">
      <PageTitle
        title="Admin Portal"
        lead={
          <span className="max-sm:hidden">Manage users, cards and reports, and see how this server is set up.</span>
        }
        beside={
          mayEnter && (
            <div className="flex gap-2 sm:gap-3">
              <Palette />
              <ViewMyProfile />
            </div>
          )
        }
      />
      <RequireRole roles={["admin"]}>
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
      </RequireRole>
    </div>
  )
}

/** Asks the server for the username, which may be new (specification sections 2 and 8). */
function ViewMyProfile() {
  const navigate = useNavigate()
  const view = async () => {
    try {
      const { profile } = await call("GET /api/me")
      if (profile === null) showToast({ title: ADMIN.noProfile, tone: "bad" })
      else await navigate(profilePath(profile.username))
    } catch {
      showToast({ title: ADMIN.navigateFailed, tone: "bad" })
    }
  }
  return (
    <Button variant="secondary" size="sm" onAct={view}>
      <IconId size={18} aria-hidden="true" />
      <span className="max-sm:sr-only">View My Profile</span>
    </Button>
  )
}
