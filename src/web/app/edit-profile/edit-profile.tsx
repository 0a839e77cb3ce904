// /edit-profile: edit or create your profile (specification sections 2, 4, 5 and 8).
import { HiddenNotice } from "../../session/hidden-notice.tsx"
import { RequireUser } from "../../session/require-user.tsx"
import { LoadFailed } from "../account-notices.tsx"
import { pageTitle } from "../titles.ts"
import { EditWaiting } from "./edit-waiting.tsx"
import { ProfileEditor } from "./profile-editor.tsx"
import { StartPanel } from "./start-panel.tsx"

export const meta = pageTitle("Edit Profile")

export default function EditProfile() {
  return (
    <RequireUser waiting={<EditWaiting />}>
      {({ user, me, loaded }) => {
        if (loaded === "loading") return <EditWaiting />
        const banner =
          me === null ? (
            <LoadFailed mayProceed />
          ) : (
            <>
              <HiddenNotice me={me} isEditing />
              <StartPanel profile={me.profile} />
            </>
          )
        // Remounted when a second attempt loads the profile: what was typed is restored from the draft.
        return (
          <ProfileEditor
            key={`${user.id} ${loaded}`}
            user={user}
            profile={me?.profile ?? null}
            isKnown={me !== null}
            banner={banner}
          />
        )
      }}
    </RequireUser>
  )
}
