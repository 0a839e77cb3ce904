// The roles of one user, given and taken one by one.
import { useId, useState } from "react"
import type { ListedUser } from "../../../../api/users.ts"
import { DEFAULT_NEW_ROLE, ROLES, type Role } from "../../../../domain/account/roles.ts"
import { Button } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { CONTROL, Field } from "../../../ui/form/field.tsx"
import { Dialog } from "../../../ui/overlay/dialog.tsx"
import { roleLabel } from "../role-label.ts"
import { RoleBadge } from "./role-badge.tsx"
import type { UserActs } from "./use-user-acts.ts"

interface RolesDialogProps {
  /** null: closed */
  user: ListedUser | null
  acts: UserActs
  onClose: () => void
}

export function RolesDialog({ user, acts, onClose }: RolesDialogProps) {
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
      {shown && <Roles key={shown.id} user={shown} acts={acts} />}
    </Dialog>
  )
}

function Roles({ user, acts }: { user: ListedUser; acts: UserActs }) {
  const [removing, setRemoving] = useState<Role | null>(null)
  const [role, setRole] = useState<Role>(DEFAULT_NEW_ROLE)
  const id = useId()
  const isBusy = acts.isBusy(user)
  const remove = async (held: Role) => {
    setRemoving(held)
    await acts.removeRole(user, held)
    setRemoving(null)
  }
  return (
    <div className="flex flex-col gap-6">
      <ul aria-label="Roles" className="flex flex-col divide-y divide-line border-y border-line">
        {user.roles.map((held) => (
          <li key={held} className="flex items-center justify-between gap-4 py-2">
            <RoleBadge role={held} />
            <Button
              variant="quiet"
              size="sm"
              className="-mr-3"
              busy={removing === held}
              disabled={isBusy}
              aria-label={`Remove role ${roleLabel(held)}`}
              onClick={() => void remove(held)}
            >
              Remove
            </Button>
          </li>
        ))}
        {user.roles.length === 0 && <li className="py-3 text-ink-soft">No role</li>}
      </ul>
      <form
        method="post"
        action="/admin"
        className="flex flex-col gap-3 sm:flex-row sm:items-end"
        onSubmit={(event) => {
          event.preventDefault()
          void acts.addRole(user, role)
        }}
      >
        <div className="flex-1">
          <Field id={id} label="New role">
            <select
              id={id}
              value={role}
              onChange={(event) => setRole(event.target.value as Role)}
              className={classNames(CONTROL, "h-12")}
            >
              {ROLES.map((each) => (
                <option key={each} value={each}>
                  {roleLabel(each)}
                </option>
              ))}
            </select>
          </Field>
        </div>
        <Button type="submit" busy={isBusy}>
          Add role
        </Button>
      </form>
    </div>
  )
}
