// The actions for one user: roles as a button, the rest in a menu; for a deactivated user only reactivation.
import IconMail from "~icons/mail"
import IconShieldOff from "~icons/shield-off"
import IconUserOff from "~icons/user-off"
import type { ListedUser } from "../../../../api/users.ts"
import { Button } from "../../../ui/button.tsx"
import { MenuSeparator } from "../../../ui/overlay/menu.tsx"
import { RowAction, RowMenu } from "../row-menu.tsx"
import type { UserActs } from "./use-user-acts.ts"

interface UserActionsProps {
  user: ListedUser
  isOwn: boolean
  acts: UserActs
  onRoles: (user: ListedUser) => void
}

export function UserActions({ user, isOwn, acts, onRoles }: UserActionsProps) {
  const name = user.full_name || user.username
  const isBusy = acts.isBusy(user)
  if (user.deleted_at !== null)
    return (
      <Button
        variant="secondary"
        size="sm"
        busy={isBusy}
        aria-label={`Reactivate ${name}`}
        onClick={() => void acts.reactivate(user)}
      >
        Reactivate
      </Button>
    )
  return (
    <>
      <Button variant="quiet" size="sm" aria-label={`Roles of ${name}`} onClick={() => onRoles(user)}>
        Roles
      </Button>
      <RowMenu label={`More for ${name}`} busy={isBusy}>
        <RowAction icon={IconMail} onSelect={() => void acts.sendReset(user)}>
          Send password reset
        </RowAction>
        {user.has_factor && !isOwn && (
          <RowAction icon={IconShieldOff} onSelect={() => acts.removeFactors(user)}>
            Remove second factor
          </RowAction>
        )}
        <MenuSeparator />
        <RowAction className="text-bad!" icon={IconUserOff} onSelect={() => acts.deactivate(user)}>
          Deactivate
        </RowAction>
      </RowMenu>
    </>
  )
}
