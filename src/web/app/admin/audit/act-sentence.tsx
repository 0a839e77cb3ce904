// An action as a sentence: "Ren deactivated Mika". Names are current; deleted accounts appear as an id.
import type { ReactNode } from "react"
import type { AuditPage, RecordedAct } from "../../../../api/audit.ts"
import type { Role } from "../../../../domain/account/roles.ts"
import { isUuid } from "../../../../domain/paths.ts"
import { roleLabel } from "../role-label.ts"

interface ActSentenceProps {
  act: RecordedAct
  people: AuditPage["people"]
}

function Person({ id, people }: { id: string; people: AuditPage["people"] }) {
  const known = people[id]
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

const Card = ({ id }: { id: string }) => <span className="font-mono text-sm">{id}</span>

const several = (count: unknown, one: string, many: string): string =>
  typeof count === "number" && count !== 1 ? `${count} ${many}` : one

export function ActSentence({ act, people }: ActSentenceProps) {
  const { action, actor_id, subject_id, detail } = act
  const isOwn = actor_id === subject_id
  const who = actor_id === null ? "The system" : <Person id={actor_id} people={people} />
  const whom = isUuid(subject_id) ? <Person id={subject_id} people={people} /> : <Card id={subject_id} />
  const card = <Card id={subject_id} />
  const role = <span className="font-semibold">{roleLabel(detail.role as Role)}</span>
  /** the person in a detail, after a word */
  const person = (word: string, key: string): ReactNode => {
    const id = detail[key]
    return typeof id === "string" && isUuid(id) ? (
      <>
        {" "}
        {word} <Person id={id} people={people} />
      </>
    ) : null
  }
  const account = isOwn ? "their own account" : whom
  switch (action) {
    case "role.added":
      return (
        <>
          {who} gave {whom} the role {role}
        </>
      )
    case "role.removed":
      return (
        <>
          {who} took the role {role} from {whom}
        </>
      )
    case "reset.sent":
      return (
        <>
          {who} sent {whom} a password reset
        </>
      )
    case "factor.removed":
      return (
        <>
          {who} removed the second factor of {whom}
        </>
      )
    case "account.deactivated":
      return (
        <>
          {who} deactivated {account}
        </>
      )
    case "account.reactivated":
      return (
        <>
          {who} reactivated {account}
        </>
      )
    case "account.deleted":
      return (
        <>
          {who} deleted {account}
        </>
      )
    case "account.purged":
      return (
        <>
          {who} removed the account {whom} for good
        </>
      )
    case "card.generated":
      return typeof detail.count === "number" ? (
        <>
          {who} generated {several(detail.count, "one card", "cards")}
        </>
      ) : (
        <>
          {who} generated the card {card}
        </>
      )
    case "card.activated":
      return (
        <>
          {who} activated the card {card}
        </>
      )
    case "card.unlinked":
      return (
        <>
          {who} unlinked the card {card}
          {person("from", "from")}
        </>
      )
    case "card.reassigned":
      return (
        <>
          {who} gave the card {card}
          {person("of", "from")}
          {person("to", "to")}
        </>
      )
    case "card.lost":
      return (
        <>
          {who} marked the card {card} as lost
        </>
      )
    case "card.found":
      return (
        <>
          {who} marked the card {card} as found
        </>
      )
    case "profile.hidden":
      return (
        <>
          {who} hid the profile of {whom} after {several(detail.reports, "a report", "reports")}
        </>
      )
    case "profile.restored":
      return (
        <>
          {who} restored the profile of {whom}
        </>
      )
    case "report.dismissed":
      return (
        <>
          {who} dismissed {several(detail.reports, "a report", "reports")} about {whom}
        </>
      )
    case "invitation.created":
      return (
        <>
          {who} created an invitation{detail.sent === true && " and sent it by email"}
        </>
      )
    case "invitation.revoked":
      return <>{who} revoked an invitation</>
    default:
      return (
        <>
          {who}: {action} {whom}
        </>
      )
  }
}
