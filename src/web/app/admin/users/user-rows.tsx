// The list of users: one row or block each, with the actions.
import type { ReactNode } from "react"
import IconDownload from "~icons/download"
import IconIdBadge2 from "~icons/id-badge-2"
import IconMail from "~icons/mail"
import IconShieldOff from "~icons/shield-off"
import IconTrash from "~icons/trash"
import IconUserCheck from "~icons/user-check"
import IconUserOff from "~icons/user-off"
import type { ListedUser } from "../../../../api/users.ts"
import { profilePath } from "../../../../domain/paths.ts"
import { accentOf } from "../../../../domain/profile/accent.ts"
import { smallPhoto } from "../../../documents/profile/portrait.tsx"
import { Avatar } from "../../../ui/avatar.tsx"
import { Button } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { shortDayOf, sinceOf } from "../../../ui/dates.ts"
import type { MenuEntry } from "../../../ui/overlay/menu.tsx"
import { TextLink } from "../../../ui/text-link.tsx"
import { ListRows, Time } from "../list-rows.tsx"
import { isExceptional, RoleBadges } from "../role-badge.tsx"
import { RowMenu } from "../row-menu.tsx"
import { erasableLater, type UserActs } from "./use-user-acts.ts"

interface UserRowsProps {
  users: ListedUser[]
  ownId: string
  acts: UserActs
  /** opens the dialog */
  onRoles: (user: ListedUser) => void
  /** deleted for good */
  onGone: (user: ListedUser) => void
}

export function UserRows({ users, ownId, acts, onRoles, onGone }: UserRowsProps) {
  const now = new Date()
  const name = (user: ListedUser) => <Name user={user} isOwn={user.id === ownId} />
  const email = ({ signin_email }: ListedUser) => (
    <p className="truncate" title={signin_email}>
      {signin_email}
    </p>
  )
  const roles = (user: ListedUser) => <RoleBadges roles={user.roles} />
  const joined = ({ created_at: at }: ListedUser) => <Time at={at}>{shortDayOf(at)}</Time>
  const signedIn = ({ last_sign_in_at: at }: ListedUser) =>
    at === null ? "Never" : <Time at={at}>{sinceOf(at, now, shortDayOf)}</Time>
  return (
    <ListRows
      caption="Users, newest first"
      items={users}
      keyOf={({ id }) => id}
      columns={[
        { name: "User", width: "w-[25.5%]", cell: name },
        { name: "Sign-in email", width: "w-[20%]", cell: email },
        { name: "Roles", width: "w-[17.5%]", cell: roles },
        { name: "Joined", width: "w-[10%]", look: "text-ink-soft", cell: joined },
        { name: "Last sign-in", width: "w-[11%]", look: "text-ink-soft first-letter:uppercase", cell: signedIn },
      ]}
      actions={(user) => (
        <>
          <MainAction {...{ user, acts, onRoles }} />
          <UserMenu {...{ user, acts, onGone }} isOwn={user.id === ownId} />
        </>
      )}
      block={(user) => (
        <div className="flex items-center gap-1 py-3.5 pr-1 pl-4">
          <Face user={user} className="mr-2 size-10!" />
          <div className="min-w-0 flex-1 text-sm">
            <p className="truncate">
              <FullName user={user} className="text-base" />
            </p>
            {/* The username tells people apart: what has no room beside it goes below. */}
            <div className="mt-0.75 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft">
              {/* As high as a badge, whatever stands beside it. */}
              <Username user={user} className="leading-6.5" />
              <Marks user={user} isOwn={user.id === ownId} />
              {user.roles.some(isExceptional) && <RoleBadges roles={user.roles.filter(isExceptional)} />}
            </div>
            <Deletion user={user} />
          </div>
          <UserMenu
            {...{ user, acts, onRoles, onGone }}
            isOwn={user.id === ownId}
            about={
              <>
                <p className="font-semibold text-ink wrap-anywhere">
                  <bdi>{nameOf(user)}</bdi>
                </p>
                <p className="wrap-anywhere">{user.signin_email}</p>
                <p>{user.last_sign_in_at === null ? "Never signed in" : <>Signed in {signedIn(user)}</>}</p>
              </>
            }
          />
        </div>
      )}
    />
  )
}

/** Deactivated, hidden and unconfirmed users have no page, and their pictures are not public. */
const hasPage = ({ deletion_scheduled_at, hidden_at, confirmed }: ListedUser): boolean =>
  deletion_scheduled_at === null && hidden_at === null && confirmed

const nameOf = ({ full_name, username }: ListedUser): string => full_name || username

interface UserProps {
  user: ListedUser
  className: string
}

const Face = ({ user, className }: UserProps) => (
  <span aria-hidden="true" className="contents">
    <Avatar
      src={hasPage(user) ? smallPhoto(user.profile_picture) : ""}
      name={nameOf(user)}
      accent={accentOf(user)}
      className={className}
    />
  </span>
)

const FullName = ({ user, className }: UserProps) => (
  <bdi
    title={nameOf(user)}
    className={classNames("font-semibold", user.deletion_scheduled_at !== null && "text-ink-soft", className)}
  >
    {nameOf(user)}
  </bdi>
)

const Username = ({ user, className }: { user: ListedUser; className?: string }) => (
  <p className={classNames("max-w-full truncate", className)}>
    {hasPage(user) ? (
      <TextLink bare href={profilePath(user.username)} className="hover:text-ink hover:underline">
        @{user.username}
      </TextLink>
    ) : (
      `@${user.username}`
    )}
  </p>
)

const Deletion = ({ user: { deletion_scheduled_at } }: { user: ListedUser }) =>
  deletion_scheduled_at !== null && (
    <p className="whitespace-nowrap text-ink-soft">Deletes on {shortDayOf(deletion_scheduled_at)}</p>
  )

const Marks = ({ user, isOwn }: { user: ListedUser; isOwn: boolean }) => (
  <>
    {isOwn && <Mark>You</Mark>}
    {user.hidden_at !== null && <Mark>Hidden</Mark>}
    {user.deletion_scheduled_at !== null && <Mark>Deactivated</Mark>}
    {!user.confirmed && <Mark>Not confirmed</Mark>}
  </>
)

const Name = ({ user, isOwn }: { user: ListedUser; isOwn: boolean }) => (
  <div className="flex min-w-0 items-center gap-3 text-sm">
    <Face user={user} className="size-9!" />
    <div className="min-w-0">
      <FullName user={user} className="line-clamp-2" />
      <div className="flex flex-wrap items-center gap-x-2 text-ink-soft">
        <Username user={user} />
        <Marks user={user} isOwn={isOwn} />
      </div>
      <Deletion user={user} />
    </div>
  </div>
)

const Mark = ({ children }: { children: ReactNode }) => (
  <span className="rounded-md bg-well px-1.5 font-medium whitespace-nowrap text-ink-soft">{children}</span>
)

interface MainActionProps {
  user: ListedUser
  acts: UserActs
  onRoles: (user: ListedUser) => void
}

/** The roles; for a deactivated user the way back. */
function MainAction({ user, acts, onRoles }: MainActionProps) {
  const name = nameOf(user)
  if (user.deleted_at === null)
    return (
      <Button variant="quiet" size="sm" aria-label={`Roles for ${name}`} onClick={() => onRoles(user)}>
        Roles
      </Button>
    )
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={acts.isBusy(user)}
      aria-label={`Reactivate ${name}`}
      onClick={() => void acts.reactivate(user)}
    >
      Reactivate
    </Button>
  )
}

interface UserMenuProps {
  user: ListedUser
  isOwn: boolean
  acts: UserActs
  onGone: (user: ListedUser) => void
  /** on a phone, where the menu has every action */
  onRoles?: (user: ListedUser) => void
  /** what the row has no room for */
  about?: ReactNode
}

/** The rest, with the answers to a data request. */
function UserMenu({ user, isOwn, acts, onGone, onRoles, about }: UserMenuProps) {
  const isDeactivated = user.deleted_at !== null
  const erasable = erasableLater(user)
  const entries: MenuEntry[] = [
    ...(onRoles === undefined
      ? []
      : [
          isDeactivated
            ? { icon: <IconUserCheck size={20} />, text: "Reactivate", onSelect: () => void acts.reactivate(user) }
            : { icon: <IconIdBadge2 size={20} />, text: "Roles", onSelect: () => onRoles(user) },
        ]),
    ...(isDeactivated
      ? []
      : [{ icon: <IconMail size={20} />, text: "Send password reset", onSelect: () => void acts.sendReset(user) }]),
    ...(isDeactivated || !user.has_factor || isOwn
      ? []
      : [
          {
            icon: <IconShieldOff size={20} />,
            text: "Turn off two-step verification",
            onSelect: () => acts.removeFactors(user),
          },
        ]),
    {
      icon: <IconDownload size={20} />,
      text: isOwn ? "Download my data" : "Download their data",
      onSelect: () => acts.exportData(user),
    },
    isDeactivated
      ? {
          icon: <IconTrash size={20} />,
          text: erasable === null ? "Delete permanently" : `Delete permanently (starting ${shortDayOf(erasable)})`,
          isDanger: true,
          onSelect: () => acts.erase(user, () => onGone(user)),
        }
      : {
          icon: <IconUserOff size={20} />,
          text: "Deactivate",
          ...(isOwn && { detail: "Only another administrator can do this" }),
          isDanger: true,
          isUnavailable: isOwn,
          onSelect: () => acts.deactivate(user),
        },
  ]
  return <RowMenu label={`More for ${nameOf(user)}`} busy={acts.isBusy(user)} entries={entries} about={about} />
}
