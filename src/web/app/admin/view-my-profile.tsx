// 'View My Profile' of the Admin Portal (specification sections 2 and 8): asks the server for the username, which may be new.
import { useState } from "react"
import { useNavigate } from "react-router"
import IconUser from "~icons/user"
import { ADMIN } from "../../../domain/messages.ts"
import { profilePath } from "../../../domain/paths.ts"
import { call } from "../../session/api.ts"
import { useSession } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"

/** For people who can see the portal. */
export function ViewMyProfile() {
  const session = useSession()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const view = async () => {
    setBusy(true)
    try {
      const { profile } = await call("GET /api/me")
      if (profile === null) showToast({ title: ADMIN.noProfile, tone: "bad" })
      else await navigate(profilePath(profile.username))
    } catch {
      showToast({ title: ADMIN.navigateFailed, tone: "bad" })
    }
    setBusy(false)
  }
  if (session.status !== "signed-in" || !session.me?.roles.includes("admin")) return null
  return (
    <Button variant="secondary" size="sm" busy={isBusy} onClick={() => void view()}>
      {!isBusy && <IconUser size={18} className="max-sm:hidden" aria-hidden="true" />}
      View My Profile
    </Button>
  )
}
