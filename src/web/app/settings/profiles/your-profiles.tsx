// /settings/profiles: all of your profiles; further ones are added and deleted here.
import { useState } from "react"
import IconTrash from "~icons/trash"
import type { Me } from "../../../../api/account.ts"
import { profilePath } from "../../../../domain/paths.ts"
import { displayUrl } from "../../../../domain/profile/links.ts"
import type { OwnProfile } from "../../../../domain/profile/profile.ts"
import { PROFILES } from "../../../../domain/profile/profiles-messages.ts"
import { call } from "../../../session/api.ts"
import { ownProfiles, pathFor } from "../../../session/own-profiles.ts"
import { RequireUser } from "../../../session/require-user.tsx"
import { refreshMe } from "../../../session/session-store.ts"
import { Button } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { Badge } from "../../../ui/feedback/badge.tsx"
import { PanelWaiting } from "../../../ui/feedback/panel-waiting.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { Panel } from "../../../ui/layout/panel.tsx"
import { useConfirm } from "../../../ui/overlay/confirm-dialog.tsx"
import { ButtonLink, TextLink } from "../../../ui/text-link.tsx"
import { LoadFailed } from "../../account-notices.tsx"
import { PageTitle } from "../../page-title.tsx"
import { ProfileAvatar } from "../../profile-switcher.tsx"
import { showFailure } from "../../show-failure.ts"
import { pageTitle } from "../../titles.ts"
import { CreateProfile } from "../create-profile.tsx"
import { NewProfileForm } from "./new-profile-form.tsx"

export const meta = pageTitle("Your Profiles")

export default function Profiles() {
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
      <PageTitle
        parent={{ href: "/settings", name: "Account Settings" }}
        title="Your Profiles"
        lead="One for work, one for your choir: each has its own address, look, contact and insights. Visitors can't tell that they're all yours."
      />
      <RequireUser waiting={<PanelWaiting />}>
        {({ me, meStatus }) => {
          if (meStatus === "loading") return <PanelWaiting />
          if (me === null) return <LoadFailed />
          if (me.profile === null)
            return <CreateProfile title={PROFILES.createFirst}>Your cards will open your first profile.</CreateProfile>
          return (
            <>
              <OwnProfiles me={me} />
              <Panel title="Add a profile" intro={`You can have up to ${me.profiles_max} profiles.`}>
                <Addition me={me} />
              </Panel>
            </>
          )
        }}
      </RequireUser>
    </div>
  )
}

function Addition({ me }: { me: Me }) {
  const profiles = ownProfiles(me)
  if (profiles.some(({ hidden_at }) => hidden_at !== null)) return <p>{PROFILES.hidden}</p>
  if (profiles.length >= me.profiles_max) return <p>{PROFILES.tooMany}</p>
  return <NewProfileForm />
}

function OwnProfiles({ me }: { me: Me }) {
  const [leaving, setLeaving] = useState<string | null>(null)
  const { ask, dialog } = useConfirm()

  const remove = async ({ id }: OwnProfile) => {
    setLeaving(id)
    try {
      await call("DELETE /api/account/profiles/{id}", { params: { id } })
      await refreshMe()
      showToast({ title: PROFILES.deleted, tone: "good" })
    } catch (error) {
      showFailure(PROFILES.deleteFailed, error)
      await refreshMe()
    }
    setLeaving(null)
  }
  const askToRemove = (profile: OwnProfile) =>
    ask({
      title: "Delete this profile?",
      about: profile.username,
      question:
        "Its page, pictures and insights will be permanently deleted, and anyone can take its address. Its cards will open your first profile instead.",
      confirm: "Delete profile",
      onConfirm: () => void remove(profile),
    })

  const profiles = ownProfiles(me)
  const hasSeveral = profiles.length > 1
  return (
    <Panel>
      <ul aria-label="Profiles" className="flex flex-col divide-y divide-line">
        {profiles.map((profile) => (
          <li key={profile.id} className="flex items-center gap-4 py-4 first:pt-0 last:pb-0">
            <ProfileAvatar profile={profile} />
            <div className="min-w-0 flex-1">
              <bdi className="block font-semibold text-ink wrap-anywhere">{profile.full_name || profile.username}</bdi>
              {/* A line with a badge is as high as one without. */}
              <p className="mt-0.5 flex min-w-0 items-center gap-2 text-sm [&>span]:py-0">
                <TextLink href={profilePath(profile.username)} className="truncate text-ink-soft">
                  {/* On a phone there is room for what tells them apart. */}
                  <span className="max-sm:hidden">{displayUrl(location.origin)}</span>
                  {profilePath(profile.username)}
                </TextLink>
                {profile.id === me.user.id && <Badge>First profile</Badge>}
                {profile.hidden_at !== null && <Badge tone="bad">Hidden</Badge>}
              </p>
            </div>
            {/* Where one can be deleted, all have the room for that; a phone has none to spare. */}
            <div className={classNames("flex shrink-0 gap-2", profile.id === me.user.id && hasSeveral && "sm:pr-10")}>
              <ButtonLink
                href={pathFor("/edit-profile", profile.username, profile.id === me.user.id)}
                variant="secondary"
                size="sm"
                aria-label={`Edit ${profile.username}`}
              >
                Edit
              </ButtonLink>
              {profile.id !== me.user.id && (
                <Button
                  variant="quiet"
                  size="sm"
                  className="-mr-3 w-11 px-0"
                  aria-label={`Delete ${profile.username}`}
                  busy={leaving === profile.id}
                  disabled={leaving !== null || profile.hidden_at !== null}
                  onClick={() => askToRemove(profile)}
                >
                  <IconTrash size={20} aria-hidden="true" />
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {dialog}
    </Panel>
  )
}
