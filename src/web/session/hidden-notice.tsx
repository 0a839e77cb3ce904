// Tells the owner of a hidden profile why it is hidden, and what to do: fix it, or appeal. Plain links, because documents show it too.
import type { ReactNode } from "react"
import IconAlertTriangle from "~icons/alert-triangle"
import type { Me } from "../../api/account.ts"
import { MODERATION } from "../../domain/moderation/moderation-messages.ts"
import { REPORT_REASON_TEXT } from "../../domain/moderation/report.ts"
import { profilePath } from "../../domain/paths.ts"
import type { OwnProfile } from "../../domain/profile/profile.ts"
import { buttonStyle } from "../ui/button-style.ts"
import { Notice } from "../ui/feedback/notice.tsx"
import { ownProfiles, pathFor } from "./own-profiles.ts"
import { useSession } from "./session-store.ts"

const LINK = "font-medium underline underline-offset-4"

interface OwnHiddenProfile {
  me: Me
  profile: OwnProfile
}

const isFirst = ({ me, profile }: OwnHiddenProfile): boolean => profile.id === me.user.id

const titleOf = (own: OwnHiddenProfile): string =>
  isFirst(own) ? MODERATION.ownHiddenTitle : MODERATION.ownFurtherHiddenTitle(own.profile.username)

export interface HiddenNoticeProps {
  me: Me | null
  /** one of theirs; default: the first */
  profile?: OwnProfile | null
  /** on the form itself, which needs no button to open it */
  isEditing?: boolean
}

export function HiddenNotice({ me, profile = me?.profile ?? null, isEditing = false }: HiddenNoticeProps) {
  if (!me || !profile?.hidden_at) return null
  return (
    <Notice tone="bad" title={titleOf({ me, profile })} asCard>
      <WhyHidden me={me} profile={profile}>
        {!isEditing && (
          <EditLink
            me={me}
            profile={profile}
            className={buttonStyle({ variant: "secondary", size: "sm" }, "self-start")}
          />
        )}
      </WhyHidden>
    </Notice>
  )
}

interface WhyHiddenProps extends OwnHiddenProfile {
  children: ReactNode
}

function WhyHidden({ children, ...own }: WhyHiddenProps) {
  const { me, profile } = own
  const hiddenFor = isFirst(own) ? me.hidden_for : (me.further_hidden_for[profile.id] ?? [])
  const reasons = hiddenFor.map((reason) => `Reported as “${REPORT_REASON_TEXT[reason].label}.”`)
  return (
    <div className="flex flex-col gap-2">
      {reasons.length > 1 && (
        <ul className="list-disc pl-5">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <p>
        {reasons.length === 1 && reasons} {MODERATION.ownHidden}
      </p>
      <p>
        Change whatever breaks our{" "}
        <a href="/acceptable-use" className={`${LINK} whitespace-nowrap`}>
          Acceptable Use
        </a>{" "}
        rules, or{" "}
        <a href="/contact" className={LINK}>
          tell us why this is a mistake
        </a>
        . We'll email you when your profile is back.
      </p>
      {children}
    </div>
  )
}

const EditLink = ({ className, ...own }: OwnHiddenProfile & { className: string }) => (
  <a href={pathFor("/edit-profile", own.profile.username, isFirst(own))} className={`${className} mt-4`}>
    Edit Profile
  </a>
)

/** On the page that tells everyone else that the profile is unavailable. */
export function OwnHidden() {
  const session = useSession()
  const me = session.status === "signed-in" ? session.me : null
  const profile = ownProfiles(me).find(({ username }) => profilePath(username) === location.pathname.toLowerCase())
  if (!me || !profile?.hidden_at) return null
  return (
    <div data-own="" role="alert" className="text-left">
      <IconAlertTriangle size={32} aria-hidden="true" className="text-bad" />
      <p className="mt-4 mb-3 font-serif text-xl font-semibold text-balance text-ink">{titleOf({ me, profile })}</p>
      <WhyHidden me={me} profile={profile}>
        <EditLink me={me} profile={profile} className={buttonStyle({ size: "lg", wide: true })} />
      </WhyHidden>
    </div>
  )
}
