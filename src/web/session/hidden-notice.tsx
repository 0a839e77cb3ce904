// Tells the owner of a hidden profile why it is hidden, and what to do: fix it, or appeal. Plain links, because documents show it too.
import type { Me } from "../../api/account.ts"
import { MODERATION } from "../../domain/moderation/moderation-messages.ts"
import { REPORT_REASON_TEXT } from "../../domain/moderation/report.ts"
import { profilePath } from "../../domain/paths.ts"
import type { OwnProfile } from "../../domain/profile/profile.ts"
import { buttonStyle } from "../ui/button-style.ts"
import { classNames } from "../ui/class-names.ts"
import { Notice } from "../ui/feedback/notice.tsx"
import { ownProfiles, pathFor } from "./own-profiles.ts"
import { useSession } from "./session-store.ts"

const LINK = "font-medium underline underline-offset-4"

export interface HiddenNoticeProps {
  me: Me | null
  /** one of theirs; default: the first */
  profile?: OwnProfile | null
  /** on the form itself, which needs no button to open it */
  isEditing?: boolean
}

export function HiddenNotice({ me, profile = me?.profile ?? null, isEditing = false }: HiddenNoticeProps) {
  if (!me || !profile?.hidden_at) return null
  const isFirst = profile.id === me.user.id
  const hiddenFor = isFirst ? me.hidden_for : (me.further_hidden_for[profile.id] ?? [])
  const reasons = hiddenFor.map((reason) => REPORT_REASON_TEXT[reason])
  const title = isFirst ? MODERATION.ownHiddenTitle : MODERATION.ownFurtherHiddenTitle(profile.username)
  return (
    <Notice tone="bad" title={title}>
      <ul className={classNames("my-1", reasons.length > 1 && "list-disc pl-5")}>
        {reasons.map(({ label, meaning }) => (
          <li key={label}>
            <strong className="font-semibold">{label}.</strong> {meaning}
          </li>
        ))}
      </ul>
      <p>{MODERATION.ownHidden}</p>
      <p className="mt-2">{MODERATION.appeal}</p>
      <p className="mt-2">
        What's allowed and what isn't:{" "}
        <a href="/acceptable-use" className={LINK}>
          Acceptable Use
        </a>
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        {!isEditing && (
          <a href={pathFor("/edit-profile", profile.username, isFirst)} className={buttonStyle({ size: "sm" })}>
            Edit Profile
          </a>
        )}
        <a href="/contact" className={classNames(LINK, "flex min-h-11 items-center")}>
          Contact us
        </a>
      </p>
    </Notice>
  )
}

/** On the page that tells everyone else that the profile is unavailable. */
export function OwnHidden() {
  const session = useSession()
  const me = session.status === "signed-in" ? session.me : null
  const profile = ownProfiles(me).find(({ username }) => profilePath(username) === location.pathname.toLowerCase())
  if (!profile?.hidden_at) return null
  return (
    <div data-own="" className="text-left">
      <HiddenNotice me={me} profile={profile} />
    </div>
  )
}
