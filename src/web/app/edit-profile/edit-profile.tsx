// /edit-profile: edit or create your profile (specification sections 2, 4, 5 and 8); `?profile=` names a further one.
import { useSearchParams } from "react-router"
import { chosenProfile } from "../../session/own-profiles.ts"
import { RequireUser } from "../../session/require-user.tsx"
import { HiddenProfile, LoadFailed } from "../account-notices.tsx"
import { ManageProfiles, NoSuchProfile, ProfileSwitcher } from "../profile-switcher.tsx"
import { pageTitle } from "../titles.ts"
import { EditWaiting } from "./edit-waiting.tsx"
import { ProfileEditor } from "./profile-editor.tsx"
import { StartPanel } from "./start-panel.tsx"

export const meta = pageTitle("Edit Profile")

const PATH = "/edit-profile"

export default function EditProfile() {
  const [search] = useSearchParams()
  return (
    <RequireUser waiting={<EditWaiting />}>
      {({ user, me, meStatus }) => {
        if (meStatus === "loading") return <EditWaiting />
        const named = search.get("profile")
        const profile = me === null ? null : chosenProfile(me, named)
        // Of a further profile nothing can be saved before it is known which one it is.
        if (me === null && named !== null) return <LoadFailed />
        if (profile === undefined) return <NoSuchProfile path={PATH} />
        const notices =
          me === null ? (
            <LoadFailed mayProceed />
          ) : (
            <>
              <HiddenProfile me={me} profile={profile} isEditing />
              {(profile === null || profile.id === user.id) && <StartPanel profile={profile} />}
            </>
          )
        return (
          <div className="flex flex-col gap-5">
            {me !== null && <ProfileSwitcher me={me} current={profile} path={PATH} />}
            {/* Remounted when a second attempt loads the profile: what was typed is restored from the draft. */}
            <ProfileEditor
              key={`${profile?.id ?? user.id} ${me !== null}`}
              user={user}
              profile={profile}
              isKnown={me !== null}
              notices={notices}
              below={me !== null && <ManageProfiles me={me} />}
            />
          </div>
        )
      }}
    </RequireUser>
  )
}
