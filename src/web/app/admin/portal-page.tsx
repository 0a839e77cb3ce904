// The frame of the Admin Portal's pages: the title, the way to any page or person and to the administrator's own profile, and the guard.
import { useNavigate } from "react-router"
import IconId from "~icons/id"
import { ADMIN } from "../../../domain/admin-messages.ts"
import { profilePath } from "../../../domain/paths.ts"
import { call } from "../../session/api.ts"
import { Button } from "../../ui/button.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { PageTitle } from "../page-title.tsx"
import { Palette } from "./palette.tsx"
import { RequireRole, type RequireRoleProps, useMayEnter } from "./require-role.tsx"

interface PortalPageProps extends RequireRoleProps {
  title?: string
  lead?: string
}

/** The same header on all of its pages, so that the tabs stay where they are. */
export const PortalPage = ({ title = "Admin Portal", lead = LEAD, ...guarded }: PortalPageProps) => (
  <div className="mx-auto flex w-full max-w-6xl flex-col gap-5">
    <PageTitle title={title} lead={<span className="max-sm:hidden">{lead}</span>} beside={<PortalButtons />} />
    <RequireRole {...guarded} />
  </div>
)

const LEAD = "Manage users, cards, reports and this server."

/** Nothing for moderators: they have no other page of the portal. */
function PortalButtons() {
  if (!useMayEnter(["admin"])) return null
  return (
    <div className="flex gap-2 max-sm:*:px-3 sm:gap-3">
      <Palette />
      <ViewMyProfile />
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
