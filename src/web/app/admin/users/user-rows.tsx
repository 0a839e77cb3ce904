// The list of users: one row or block each, with the actions.
import type { ReactNode } from "react"
import IconDownload from "~icons/download"
import IconMail from "~icons/mail"
import IconShieldOff from "~icons/shield-off"
import IconTrash from "~icons/trash"
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
import { RoleBadges } from "../role-badge.tsx"
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
  const email = ({ signin_email, confirmed }: ListedUser) => (
    <>
      <p className="line-clamp-3 break-all" title={signin_email}>
        {signin_email}
      </p>
      {!confirmed && <p className="text-ink-soft">Not confirmed</p>}
    </>
  )
  const roles = (user: ListedUser) => <RoleBadges roles={user.roles} />
  const mainAction = (user: ListedUser) => <MainAction user={user} acts={acts} onRoles={onRoles} />
  const menu = (user: ListedUser) => <UserMenu user={user} isOwn={user.id === ownId} acts={acts} onGone={onGone} />
  const joined = ({ created_at: at }: ListedUser) => <Time at={at}>{shortDayOf(at)}</Time>
  const signedIn = ({ last_sign_in_at: at }: ListedUser) =>
    at === null ? "Never" : <Time at={at}>{sinceOf(at, now, shortDayOf)}</Time>
  return (
    <ListRows
      caption="Users, newest first"
      items={users}
      keyOf={({ id }) => id}
      columns={[
        { name: "User", width: "w-[24%]", cell: name },
        { name: "Sign-in email", width: "w-[19%]", cell: email },
        { name: "Roles", width: "w-[18.5%]", cell: roles },
        { name: "Joined", width: "w-[10.5%]", look: "text-ink-soft", cell: joined },
        {
          name: "Last sign-in",
          width: "w-[12%]",
          look: "text-ink-soft",
          cell: (user) => (
            <>
              <p>{signedIn(user)}</p>
              <Deletion user={user} />
            </>
          ),
        },
      ]}
      actions={(user) => (
        <>
          {mainAction(user)}
          {menu(user)}
        </>
      )}
      block={(user) => (
        <div className="flex flex-col gap-1 px-4 pt-4 pb-2">
          <div className="flex items-start gap-x-3">
            <div className="min-w-0 flex-1">{name(user)}</div>
            <div className="-mt-1 -mr-2 shrink-0">{menu(user)}</div>
          </div>
          <div className="flex flex-col gap-1 pl-12 text-sm">
            <div>{email(user)}</div>
            <div className="flex items-center justify-between gap-x-3">
              {roles(user)}
              <div className="shrink-0">{mainAction(user)}</div>
            </div>
            <div className="mb-2 text-ink-soft">
              {user.last_sign_in_at === null ? "Never signed in" : <>Seen {signedIn(user)}</>}
              <Deletion user={user} />
            </div>
          </div>
        </div>
      )}
    />
  )
}

function Name({ user, isOwn }: { user: ListedUser; isOwn: boolean }) {
  const { username, full_name, deletion_scheduled_at, hidden_at, confirmed } = user
  const isDeactivated = deletion_scheduled_at !== null
  const name = full_name || username
  // Deactivated, hidden and unconfirmed users have no page, and their pictures are not public.
  const hasPage = !isDeactivated && hidden_at === null && confirmed
  return (
    <div className="flex min-w-0 items-center gap-3 text-sm">
      <span aria-hidden="true" className="contents">
        <Avatar
          src={hasPage ? smallPhoto(user.profile_picture) : ""}
          name={name}
          accent={accentOf(user)}
          className="size-9!"
        />
      </span>
      <div className="flex min-w-0 flex-col">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
          <bdi title={name} className={classNames("line-clamp-2 font-semibold", isDeactivated && "text-ink-soft")}>
            {name}
          </bdi>
          {isOwn && <Mark>You</Mark>}
          {hidden_at !== null && <Mark>Hidden</Mark>}
          {isDeactivated && <Mark>Deactivated</Mark>}
        </p>
        <p className="text-ink-soft">
          {hasPage ? (
            <TextLink bare href={profilePath(username)} className="hover:text-ink hover:underline">
              @{username}
            </TextLink>
          ) : (
            `@${username}`
          )}
        </p>
      </div>
    </div>
  )
}

const Deletion = ({ user: { deletion_scheduled_at } }: { user: ListedUser }) =>
  deletion_scheduled_at !== null && (
    <p>
      Deletes on <span className="whitespace-nowrap">{shortDayOf(deletion_scheduled_at)}</span>
    </p>
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
  const name = user.full_name || user.username
  if (user.deleted_at === null)
    return (
      <Button variant="secondary" size="sm" aria-label={`Roles of ${name}`} onClick={() => onRoles(user)}>
        Roles
      </Button>
    )
  return (
    <Button
      variant="secondary"
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
}

/** The rest, with the answers to a data request. */
function UserMenu({ user, isOwn, acts, onGone }: UserMenuProps) {
  const isDeactivated = user.deleted_at !== null
  const erasable = erasableLater(user)
  const entries: MenuEntry[] = [
    ...(isDeactivated
      ? []
      : [{ icon: <IconMail size={20} />, text: "Send password reset", onSelect: () => void acts.sendReset(user) }]),
    ...(isDeactivated || !user.has_factor || isOwn
      ? []
      : [
          { icon: <IconShieldOff size={20} />, text: "Remove second factor", onSelect: () => acts.removeFactors(user) },
        ]),
    { icon: <IconDownload size={20} />, text: "Download their data", onSelect: () => acts.exportData(user) },
    isDeactivated
      ? {
          icon: <IconTrash size={20} />,
          text: erasable === null ? "Delete for good" : `Delete for good (from ${shortDayOf(erasable)})`,
          isDanger: true,
          onSelect: () => acts.erase(user, () => onGone(user)),
        }
      : { icon: <IconUserOff size={20} />, text: "Deactivate", isDanger: true, onSelect: () => acts.deactivate(user) },
  ]
  return <RowMenu label={`More for ${user.full_name || user.username}`} busy={acts.isBusy(user)} entries={entries} />
}
