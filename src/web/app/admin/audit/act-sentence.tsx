// The recorded actions: their names in a list, and as sentences, such as "Ren deactivated Mika".
import { Fragment, type ReactNode } from "react"
import type { AuditPage, RecordedAct } from "../../../../api/audit.ts"
import type { Role } from "../../../../domain/account/roles.ts"
import type { AuditAction } from "../../../../domain/audit/audit.ts"
import { isUuid } from "../../../../domain/paths.ts"
import { roleLabel } from "../role-badge.tsx"

const ACTIONS: Record<AuditAction, [label: string, sentence: string]> = {
  "role.added": ["Role added", "{who} gave {whom} the {role} role"],
  "role.removed": ["Role removed", "{who} removed the {role} role from {whom}"],
  "reset.sent": ["Password reset sent", "{who} sent {whom} a password reset"],
  "factor.removed": ["Two-step verification turned off", "{who} turned off two-step verification for {whom}"],
  "account.deactivated": ["Account deactivated", "{who} deactivated {account}"],
  "account.reactivated": ["Account reactivated", "{who} reactivated {account}"],
  "account.deleted": ["Account deleted", "{who} deleted {account}"],
  "account.purged": ["Account permanently deleted", "{who} permanently deleted the account {whom}"],
  "data.exported": ["Data downloaded for a data request", "{who} downloaded {whom}'s data for a data request"],
  "card.generated": ["Card generated", "{who} generated {cards}"],
  "card.activated": ["Card activated", "{who} activated card {card}"],
  "card.unlinked": ["Card unlinked", "{who} unlinked card {card}{from}"],
  "card.pointed": ["Card profile changed", "{who} chose which profile card {card} opens"],
  "card.reassigned": ["Card reassigned", "{who} reassigned card {card}{of}{to}"],
  "card.lost": ["Card reported lost", "{who} reported card {card} lost"],
  "card.found": ["Card marked as found", "{who} marked card {card} as found"],
  "profile.hidden": ["Profile hidden", "{who} hid {whom}'s profile after {reports}"],
  "profile.restored": ["Profile restored", "{who} restored {whom}'s profile"],
  "invitation.created": ["Invitation created", "{who} created an invitation{sent}"],
  "invitation.revoked": ["Invitation revoked", "{who} revoked an invitation"],
  "report.dismissed": ["Reports dismissed", "{who} dismissed {reports} about {whom}"],
}

export const actionLabel = (action: AuditAction): string => ACTIONS[action]?.[0] ?? action

export interface ActSentenceProps {
  act: RecordedAct
  people: AuditPage["people"]
}

/** Names are current; deleted accounts appear as an id. */
export function ActSentence({ act: { action, actor_id, subject_id, detail }, people }: ActSentenceProps) {
  // A newer server may know an action that this page does not.
  const sentence = ACTIONS[action]?.[1] ?? `{who}: ${action} {whom}`
  const card = <span className="font-mono text-sm">{subject_id}</span>
  const person = (id: string) => <Person id={id} known={people[id]} />
  const whom = isUuid(subject_id) ? person(subject_id) : card
  const afterWord = (word: string, id: unknown) =>
    typeof id === "string" &&
    isUuid(id) && (
      <>
        {" "}
        {word} {person(id)}
      </>
    )
  const parts: Record<string, ReactNode> = {
    who: actor_id === null ? "The system" : person(actor_id),
    whom,
    account: actor_id === subject_id ? "their own account" : whom,
    role: <span className="font-semibold">{roleLabel(detail.role as Role)}</span>,
    card,
    cards: typeof detail.count === "number" ? several(detail.count, "one card", "cards") : <>card {card}</>,
    from: afterWord("from", detail.from),
    of: afterWord("from", detail.of),
    to: afterWord("to", detail.to),
    reports: several(detail.reports, "a report", "reports"),
    sent: detail.sent === true && " and sent it by email",
  }
  return sentence.split(/[{}]/).map((part, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
    <Fragment key={n}>{n % 2 === 1 ? parts[part] : part}</Fragment>
  ))
}

function Person({ id, known }: { id: string; known: AuditPage["people"][string] | undefined }) {
  if (known === undefined)
    return (
      <span className="font-mono text-sm" title={id}>
        {id.slice(0, 8)}…
      </span>
    )
  return (
    <span className="font-semibold" title={`@${known.username}`}>
      {known.full_name || known.username}
    </span>
  )
}

const several = (count: unknown, one: string, many: string): string =>
  typeof count === "number" && count !== 1 ? `${count} ${many}` : one
