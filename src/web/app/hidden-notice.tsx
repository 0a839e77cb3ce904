// Tells the owner that a moderator has hidden the profile, and what that means.
import { MODERATION } from "../../domain/messages.ts"
import type { OwnProfile } from "../../domain/profile/profile.ts"
import { Notice } from "../ui/feedback/notice.tsx"
import { TextLink } from "../ui/text-link.tsx"

export function HiddenNotice({ profile }: { profile: OwnProfile | null }) {
  if (profile === null || profile.hidden_at === null) return null
  return (
    <Notice tone="bad" title={MODERATION.ownHiddenTitle}>
      <p>{MODERATION.ownHidden}</p>
      <p className="mt-2">
        What is allowed and what is not: <TextLink href="/acceptable-use">Acceptable Use</TextLink>
      </p>
    </Notice>
  )
}
