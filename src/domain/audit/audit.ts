// What the audit log records: who did what to whom, and when.

export const AUDIT_ACTIONS = [
  "role.added",
  "role.removed",
  "reset.sent",
  "factor.removed",
  "account.deactivated",
  "account.reactivated",
  "account.deleted",
  "account.purged",
  "data.exported",
  "card.generated",
  "card.activated",
  "card.unlinked",
  "card.reassigned",
  "card.pointed",
  "card.lost",
  "card.found",
  "profile.hidden",
  "profile.restored",
  "report.dismissed",
  "invitation.created",
  "invitation.revoked",
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export interface Act {
  /** null: the product itself */
  actor_id: string | null
  action: AuditAction
  /** the id of a user or a card_id; empty when the act has no single subject */
  subject_id?: string
  /** what else is needed to understand it; never a name or an address */
  detail?: Record<string, string | number | boolean>
}
