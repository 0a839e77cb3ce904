// The owner of a card.
import type { CardUrl } from "../../../../api/cards.ts"
import { profilePath } from "../../../../domain/paths.ts"
import { TextLink } from "../../../ui/text-link.tsx"

export function CardOwner({ card: { activation_status, username, full_name } }: { card: CardUrl }) {
  if (username === null)
    return <span className="text-ink-soft">{activation_status === "pending" ? "Nobody yet" : "Account deleted"}</span>
  return (
    <span className="flex min-w-0 flex-col">
      <bdi className="line-clamp-2 font-semibold" title={full_name || username}>
        {full_name || username}
      </bdi>
      <TextLink
        bare
        href={profilePath(username)}
        className="w-fit text-sm text-ink-soft hover:text-ink hover:underline"
      >
        @{username}
      </TextLink>
    </span>
  )
}
