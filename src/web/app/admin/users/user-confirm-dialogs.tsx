// The dialogs of the list: roles, and confirmations.
import type { ListedUser } from "../../../../api/users.ts"
import { ADMIN } from "../../../../domain/messages.ts"
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx"
import { RolesDialog } from "./roles-dialog.tsx"
import type { UserActs } from "./use-user-acts.ts"
import type { Asked } from "./user-actions.tsx"

interface UserQuestionsProps {
  asked: { what: Asked; user: ListedUser } | null
  acts: UserActs
  onClose: () => void
}

export function UserConfirmDialogs({ asked, acts, onClose }: UserQuestionsProps) {
  const name = asked === null ? "" : asked.user.full_name || asked.user.username
  const answer = (act: (user: ListedUser) => Promise<void>) => () => {
    onClose()
    if (asked !== null) void act(asked.user)
  }
  return (
    <>
      <RolesDialog user={asked?.what === "roles" ? asked.user : null} acts={acts} onClose={onClose} />
      <ConfirmDialog
        open={asked?.what === "deactivate"}
        title={`Deactivate ${name}?`}
        question={`Their profile is hidden at once, and they are signed out everywhere. ${ADMIN.deactivateQuestion}.`}
        confirm="Deactivate"
        cancel="Cancel"
        onConfirm={answer(acts.deactivate)}
        onCancel={onClose}
      />
      <ConfirmDialog
        open={asked?.what === "factors"}
        title={`Remove the second factor of ${name}?`}
        question="Make sure that it is really them who asked. They are signed out everywhere, their recovery codes are void, and signing in asks for the password only. An email tells them."
        confirm="Remove second factor"
        cancel="Cancel"
        onConfirm={answer(acts.removeFactors)}
        onCancel={onClose}
      />
    </>
  )
}
