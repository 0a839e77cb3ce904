// Chooses which of your profiles a page is about. With one profile it is a quiet link to add another.
import type { Me } from "../../api/account.ts"
import { accentOf } from "../../domain/profile/accent.ts"
import type { OwnProfile } from "../../domain/profile/profile.ts"
import { ownProfiles, PROFILES_PAGE, pathFor } from "../session/own-profiles.ts"
import { Avatar } from "../ui/avatar.tsx"
import { classNames } from "../ui/class-names.ts"
import { Notice } from "../ui/feedback/notice.tsx"
import { TextLink } from "../ui/text-link.tsx"

interface ProfileSwitcherProps {
  me: Me
  /** the one that the page is about */
  current: OwnProfile | null
  /** of the page, for the first profile */
  path: string
}

export function ProfileSwitcher({ me, current, path }: ProfileSwitcherProps) {
  const profiles = ownProfiles(me)
  if (profiles.length < 2) return null
  const areToldByName = new Set(profiles.map(({ full_name }) => full_name)).size === profiles.length
  return (
    <nav aria-label="Your profiles" className="-mx-4 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0">
      <ul className="flex w-max gap-2">
        {profiles.map((profile) => {
          const isCurrent = profile.id === current?.id
          return (
            <li key={profile.id}>
              <TextLink
                bare
                ref={isCurrent ? showInRow : null}
                href={pathFor(path, profile.username, profile.id === me.user.id)}
                aria-current={isCurrent ? "page" : undefined}
                className={classNames(
                  "flex min-h-12 max-w-64 scroll-mx-4 items-center gap-2 rounded-2xl border bg-sheet py-1 pr-3 pl-1.5 text-ink sm:gap-2.5 sm:pr-4",
                  isCurrent ? "border-ink outline -outline-offset-2 outline-ink" : "border-line-strong hover:bg-well",
                )}
              >
                <ProfileAvatar profile={profile} className="size-9! text-sm" />
                <span className="flex min-w-0 flex-col leading-tight">
                  <span dir="auto" className="truncate font-semibold">
                    {profile.full_name || profile.username}
                  </span>
                  <span className={classNames("truncate text-sm text-ink-soft", areToldByName && "max-sm:hidden")}>
                    {profile.username}
                  </span>
                </span>
              </TextLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** On a phone the row is wider than the screen. */
const showInRow = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: "nearest", inline: "nearest" })

/** The picture of a hidden profile has no public address. */
export const ProfileAvatar = ({ profile, className }: { profile: OwnProfile; className?: string }) => (
  <Avatar
    src={profile.hidden_at === null ? profile.profile_picture : ""}
    name={profile.full_name || profile.username}
    accent={accentOf(profile)}
    className={classNames("seal!", className)}
  />
)

/** Below a form, out of the way. */
export function ManageProfiles({ me }: { me: Me }) {
  const count = ownProfiles(me).length
  if (me.profile === null || (count < 2 && (me.profiles_max < 2 || me.profile.hidden_at !== null))) return null
  return (
    <p className="border-line border-t pt-5 text-sm">
      <TextLink href={PROFILES_PAGE} className="text-ink-soft">
        {count < 2 ? "Add another profile" : "Manage your profiles"}
      </TextLink>
    </p>
  )
}

/** For an address that names none of your profiles. */
export const NoSuchProfile = ({ path }: { path: string }) => (
  <Notice title="You don't have a profile at this address">
    It may have been deleted. <TextLink href={path}>Go to your first profile</TextLink>
  </Notice>
)
