// The roles of one user, given and taken one by one.
import { useState } from "react"
import type { ListedUser } from "../../../../api/users.ts"
import { DEFAULT_NEW_ROLE, ROLES, type Role } from "../../../../domain/account/roles.ts"
import { ADMIN } from "../../../../domain/admin-messages.ts"
import { Button } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { SelectField } from "../../../ui/form/select-field.tsx"
import { Dialog } from "../../../ui/overlay/dialog.tsx"
import { DialogButtons } from "../dialog-parts.tsx"
import { RoleBadge, roleLabel } from "../role-badge.tsx"
import type { UserActs } from "./use-user-acts.ts"

interface RolesDialogProps {
  /** null: closed */
  user: ListedUser | null
  ownId: string
  acts: UserActs
  onClose: () => void
}

export function RolesDialog({ user, ownId, acts, onClose }: RolesDialogProps) {
  // While it fades out, it keeps showing the user.
  const [shown, setShown] = useState(user)
  if (user !== null && user !== shown) setShown(user)
  return (
    <Dialog
      title="Roles"
      description={shown ? `${shown.full_name || shown.username} (@${shown.username})` : ""}
      open={user !== null}
      onOpenChange={(open) => !open && onClose()}
    >
      {shown && <Roles key={shown.id} user={shown} isOwn={shown.id === ownId} acts={acts} onClose={onClose} />}
    </Dialog>
  )
}

interface RolesProps extends Pick<RolesDialogProps, "acts" | "onClose"> {
  user: ListedUser
  isOwn: boolean
}

const LOCKED = "Only another administrator can remove it."

function Roles({ user, isOwn, acts, onClose }: RolesProps) {
  const [removing, setRemoving] = useState<Role | null>(null)
  const [role, setRole] = useState<Role>(DEFAULT_NEW_ROLE)
  const [asked, setAsked] = useState<Role | null>(null)
  const isHeld = user.roles.includes(role)
  const isBusy = acts.isBusy(user)
  const remove = async (held: Role) => {
    setRemoving(held)
    await acts.removeRole(user, held)
    setRemoving(null)
  }
  return (
    <form
      method="post"
      action="/admin"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (isHeld) setAsked(role)
        else void acts.addRole(user, role)
      }}
    >
      <ul aria-label="Roles" className="divide-y divide-line border-y border-line">
        {user.roles.map((held) => {
          // The server refuses it, and says so.
          const isLocked = isOwn && held === "admin"
          return (
            <li key={held} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-3.5">
              <RoleBadge role={held} />
              <Button
                variant="quiet"
                size="sm"
                // The button is taller than its text, the row is not.
                className={classNames(
                  "-my-3 -mr-3",
                  isLocked && "-ml-3 text-left font-normal! text-ink-soft! opacity-100!",
                )}
                busy={removing === held}
                disabled={isBusy}
                aria-disabled={isLocked}
                aria-label={`Remove role ${roleLabel(held)}${isLocked ? `: ${LOCKED}` : ""}`}
                onClick={() => void remove(held)}
              >
                {isLocked ? LOCKED : "Remove"}
              </Button>
            </li>
          )
        })}
        {user.roles.length === 0 && <li className="flex min-h-14 items-center text-ink-soft">No role</li>}
      </ul>
      {/* Each is added at once: adding belongs to the choice, and what ends the dialog is below. */}
      <div className="grid grid-cols-[1fr_auto] items-start gap-x-3">
        <SelectField
          label="New role"
          data-first-focus
          value={role}
          // The specification's default is a role that nearly everyone has.
          options={ROLES.map((each) => [each, `${roleLabel(each)}${user.roles.includes(each) ? " (added)" : ""}`])}
          error={isHeld && asked === role ? ADMIN.roleExists : undefined}
          onChange={(event) => {
            setRole(event.target.value as Role)
            setAsked(null)
          }}
        />
        <Button
          type="submit"
          variant={isHeld ? "secondary" : "primary"}
          className="mt-6.75 max-sm:px-4"
          busy={isBusy}
          // Pressed all the same, it says why.
          aria-disabled={isHeld}
        >
          Add role
        </Button>
      </div>
      <DialogButtons close="Done" onClose={onClose} />
    </form>
  )
}
