// An action as an option in a list.
import type { AuditAction } from "../../../../domain/audit/audit.ts"

export const ACTION_LABEL: Record<AuditAction, string> = {
  "role.added": "Role added",
  "role.removed": "Role removed",
  "reset.sent": "Password reset sent",
  "factor.removed": "Second factor removed",
  "account.deactivated": "Account deactivated",
  "account.reactivated": "Account reactivated",
  "account.deleted": "Account deleted by its owner",
  "account.purged": "Account removed for good",
  "card.generated": "Card generated",
  "card.activated": "Card activated",
  "card.unlinked": "Card unlinked",
  "card.reassigned": "Card reassigned",
  "card.lost": "Card lost",
  "card.found": "Card found",
  "profile.hidden": "Profile hidden",
  "profile.restored": "Profile restored",
  "invitation.created": "Invitation created",
  "invitation.revoked": "Invitation revoked",
  "report.dismissed": "Reports dismissed",
}
