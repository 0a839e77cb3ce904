// The roles of one user, given and taken one by one.
import { useState } from "react"
import type { ListedUser } from "../../../../api/users.ts"
import { DEFAULT_NEW_ROLE, ROLES, type Role } from "../../../../domain/account/roles.ts"
import { ADMIN } from "../../../../domain/admin-messages.ts"
import { Button } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { SelectField } from "../../../ui/form/select-field.tsx"
import { Dialog } from "../../../ui/overlay/dialog.tsx"
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
      {shown && <Roles key={shown.id} user={shown} isOwn={shown.id === ownId} acts={acts} />}
    </Dialog>
  )
}

function Roles({ user, isOwn, acts }: { user: ListedUser; isOwn: boolean; acts: UserActs }) {
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
    <div className="flex flex-col gap-6">
      <ul aria-label="Roles" className="flex flex-col divide-y divide-line border-y border-line">
        {user.roles.map((held) => {
          // The server refuses it, and says so.
          const isLocked = isOwn && held === "admin"
          return (
            <li key={held} className="py-2.5">
              <div className="flex items-center justify-between gap-4">
                <RoleBadge role={held} />
                <Button
                  variant="quiet"
                  size="sm"
                  className={classNames("-mr-3", isLocked && "text-ink-soft")}
                  busy={removing === held}
                  disabled={isBusy}
                  aria-label={`Remove role ${roleLabel(held)}`}
                  onClick={() => void remove(held)}
                >
                  Remove
                </Button>
              </div>
              {isLocked && <p className="mb-1 text-sm text-ink-soft">Only another administrator can remove it.</p>}
            </li>
          )
        })}
        {user.roles.length === 0 && <li className="py-3 text-ink-soft">No role</li>}
      </ul>
      <form
        method="post"
        action="/admin"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isHeld) setAsked(role)
          else void acts.addRole(user, role)
        }}
      >
        <SelectField
          label="New role"
          value={role}
          options={ROLES.map((each) => [each, roleLabel(each)])}
          // The specification's default is a role that nearly everyone has.
          help={isHeld ? "Already added. Choose another role." : undefined}
          error={isHeld && asked === role ? ADMIN.roleExists : undefined}
          onChange={(event) => {
            setRole(event.target.value as Role)
            setAsked(null)
          }}
        />
        <Button
          type="submit"
          variant={isHeld ? "secondary" : "primary"}
          busy={isBusy}
          className={classNames("sm:self-end", isHeld && "text-ink-soft")}
        >
          Add role
        </Button>
      </form>
    </div>
  )
}
