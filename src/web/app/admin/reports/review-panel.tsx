// One profile to decide about: who it is, what was reported, what it says, and the possible decisions.
import type { ReactNode } from "react"
import IconChevronDown from "~icons/chevron-down"
import type { Reports, ReviewedProfile } from "../../../../api/moderation.ts"
import { MODERATION } from "../../../../domain/moderation/moderation-messages.ts"
import { REPORT_REASON_TEXT } from "../../../../domain/moderation/report.ts"
import { profilePath } from "../../../../domain/paths.ts"
import { accentOf } from "../../../../domain/profile/accent.ts"
import type { PictureKind } from "../../../../domain/profile/image.ts"
import { ProfileCard } from "../../../documents/profile/profile-card.tsx"
import { fileAddress } from "../../../session/api.ts"
import { usePrivatePicture } from "../../../session/private-picture.ts"
import { Avatar } from "../../../ui/avatar.tsx"
import { sinceOf } from "../../../ui/dates.ts"
import { Badge } from "../../../ui/feedback/badge.tsx"
import { Panel } from "../../../ui/layout/panel.tsx"
import { TextLink } from "../../../ui/text-link.tsx"
import { useWide } from "../../use-wide.ts"

/** Reports that are shown at once: with all of them, the buttons would be far below. */
const FOLDED_AFTER = 2

interface ReviewPanelProps {
  reports: Reports & { profile: ReviewedProfile }
  /** since when it has been waiting */
  since: string
  /** in the list of hidden profiles, which need not say that they are */
  isAmongHidden?: boolean
  /** moderators cannot decide about their own profile */
  isOwn: boolean
  /** the buttons */
  children: ReactNode
}

export function ReviewPanel({ reports, since, isAmongHidden = false, isOwn, children }: ReviewPanelProps) {
  const profile = useVisiblePictures(reports.profile)
  const name = profile.full_name || profile.username
  const isWide = useWide()
  const isShown = profile.account === "active" && profile.hidden_at === null
  return (
    <Panel
      aria-label={name}
      className="lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-8"
    >
      <div className="min-w-0">
        <div className="flex items-start gap-4">
          <Avatar src={profile.profile_picture} name={name} accent={accentOf(profile)} />
          <div className="min-w-0 flex-1">
            <h2 className="font-serif text-lg leading-snug font-semibold text-ink wrap-anywhere max-sm:text-[1.125rem]">
              <bdi>{name}</bdi>
            </h2>
            <p className="mt-1 text-sm text-ink-soft">
              {isShown ? (
                <TextLink href={profilePath(profile.username)}>@{profile.username}</TextLink>
              ) : (
                `@${profile.username}`
              )}
              <span className="max-sm:hidden"> · </span>
              <span className="max-sm:block">{since}</span>
            </p>
            {!isShown && (
              <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
                {profile.hidden_at !== null && !isAmongHidden && <Badge tone="bad">Hidden</Badge>}
                {profile.account === "deactivated" && <Badge>Account deactivated</Badge>}
              </p>
            )}
          </div>
        </div>
        <Reasons {...reports} isAmongHidden={isAmongHidden} />
      </div>
      {isWide ? (
        <div className="sticky top-6 row-span-2">
          <p className="mb-2 text-sm text-ink-soft">What the profile says</p>
          <Preview profile={profile} />
        </div>
      ) : (
        <details className="group mt-2 border-t border-line">
          <summary className={FOLDED}>
            What the profile says
            <IconChevronDown size={18} className="group-open:rotate-180" />
          </summary>
          <Preview profile={profile} />
        </details>
      )}
      <div className="mt-2 flex flex-wrap gap-3 max-sm:*:flex-auto lg:mt-5">
        {isOwn ? <p className="text-sm text-ink-soft">{MODERATION.own}</p> : children}
      </div>
    </Panel>
  )
}

const FOLDED =
  "flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 text-sm font-semibold text-ink [&::-webkit-details-marker]:hidden"

const Preview = ({ profile }: { profile: ReviewedProfile }) => (
  <div inert className="compact mx-auto max-w-md pt-1 max-lg:pb-5">
    <ProfileCard profile={profile} />
  </div>
)

/** With picture addresses that work even while the profile is hidden. */
function useVisiblePictures(profile: ReviewedProfile): ReviewedProfile {
  const { id, profile_picture, banner_picture } = profile
  const isPublic = profile.account === "active" && profile.hidden_at === null
  const pathOf = (kind: PictureKind, address: string) =>
    isPublic || address === "" ? null : fileAddress(`GET /api/moderation/profiles/{id}/${kind}`, { params: { id } })
  const photo = usePrivatePicture(pathOf("photo", profile_picture))
  const banner = usePrivatePicture(pathOf("banner", banner_picture))
  return isPublic ? profile : { ...profile, profile_picture: photo, banner_picture: banner }
}

function Reasons({ reasons, newest, isAmongHidden }: Reports & Pick<ReviewPanelProps, "isAmongHidden">) {
  const total = reasons.reduce((sum, { count }) => sum + count, 0)
  const others = total - newest.length
  const shown = newest.slice(0, FOLDED_AFTER)
  const isSaid = reasons.every(({ reason }) => shown.some((report) => report.reason === reason))
  return (
    <div className="mt-5 flex flex-col gap-4">
      {!isSaid && (
        <ul aria-label="Reasons" className="flex flex-wrap gap-2">
          {reasons.map(({ reason, count }) => (
            <li key={reason}>
              <Badge>
                {REPORT_REASON_TEXT[reason].label}
                {count > 1 && ` × ${count}`}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <div>
        <ReportList label="Newest reports" isOnly={total === 1 && !isAmongHidden} reports={shown} />
        {newest.length > FOLDED_AFTER && (
          <details className="group">
            <summary className={`${FOLDED} border-line border-t group-open:hidden`}>
              Show {newest.length - FOLDED_AFTER} more
              <IconChevronDown size={18} />
            </summary>
            <ReportList label="Earlier reports" reports={newest.slice(FOLDED_AFTER)} />
            {others > 0 && <p className="border-line border-t pt-3 text-sm text-ink-soft">and {others} more</p>}
          </details>
        )}
      </div>
    </div>
  )
}

interface ReportListProps {
  label: string
  /** when it was reported stands above */
  isOnly?: boolean
  reports: Reports["newest"]
}

const ReportList = ({ label, isOnly = false, reports }: ReportListProps) => (
  <ul aria-label={label} className="flex flex-col divide-y divide-line border-line border-t">
    {reports.map(({ id, reason, detail, created_at }) => (
      <li key={id} className="flex flex-col gap-1 py-3">
        <p className="text-sm text-ink-soft">
          <span className="font-semibold text-ink">{REPORT_REASON_TEXT[reason].label}</span>
          {!isOnly && (
            <>
              , <time dateTime={created_at}>{sinceOf(created_at, new Date())}</time>
            </>
          )}
        </p>
        {detail !== "" && (
          <p className="whitespace-pre-line text-ink" dir="auto">
            {detail}
          </p>
        )}
      </li>
    ))}
  </ul>
)
