// The actions for one user: roles as a button, the rest in a menu; for a deactivated user only reactivation.
import IconDots from "~icons/dots"
import IconMail from "~icons/mail"
import IconShieldOff from "~icons/shield-off"
import IconUserOff from "~icons/user-off"
import type { ListedUser } from "../../../../api/users.ts"
import { Button } from "../../../ui/button.tsx"
import { buttonStyle } from "../../../ui/button-style.ts"
import { Menu, MenuAction, MenuSeparator } from "../../../ui/overlay/menu.tsx"
import type { UserActs } from "./use-user-acts.ts"

export type Asked = "roles" | "deactivate" | "factors"

export interface UserActionsProps {
  user: ListedUser
  isOwn: boolean
  acts: UserActs
  /** opens the matching dialog */
  ask: (what: Asked, user: ListedUser) => void
}

export function UserActions({ user, isOwn, acts, ask }: UserActionsProps) {
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
      <Button variant="quiet" size="sm" aria-label={`Roles of ${name}`} onClick={() => ask("roles", user)}>
        Roles
      </Button>
      <Menu
        busy={isBusy}
        trigger={
          <button
            type="button"
            aria-label={`More for ${name}`}
            className={buttonStyle({ variant: "quiet", size: "sm" }, "data-popup-open:bg-well")}
          >
            <IconDots size={20} aria-hidden="true" />
          </button>
        }
      >
        <MenuAction icon={<IconMail size={20} aria-hidden="true" />} onSelect={() => void acts.sendReset(user)}>
          Send password reset
        </MenuAction>
        {user.has_factor && !isOwn && (
          <MenuAction icon={<IconShieldOff size={20} aria-hidden="true" />} onSelect={() => ask("factors", user)}>
            Remove second factor
          </MenuAction>
        )}
        <MenuSeparator />
        <MenuAction
          className="text-bad!"
          icon={<IconUserOff size={20} aria-hidden="true" />}
          onSelect={() => acts.mayDeactivate(user) && ask("deactivate", user)}
        >
          Deactivate
        </MenuAction>
      </Menu>
    </>
  )
}
