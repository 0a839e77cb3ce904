// What goes wrong with your own account or profile: it could not be loaded, or a moderator has hidden it.
import { MODERATION } from "../../domain/messages.ts"
import type { OwnProfile } from "../../domain/profile/profile.ts"
import { refreshMe } from "../session/session-store.ts"
import { Button } from "../ui/button.tsx"
import { Notice } from "../ui/feedback/notice.tsx"
import { TextLink } from "../ui/text-link.tsx"

/** `mayProceed`: people can continue without it (specification section 2, edit profile). */
export function LoadFailed({ mayProceed = false }: { mayProceed?: boolean }) {
  return (
    <Notice tone="bad" title={mayProceed ? "Your profile could not be loaded." : "Your account could not be loaded."}>
      <p>
        {mayProceed
          ? "You can still proceed: what you enter here and save becomes your profile."
          : "Please check your connection and try again."}
      </p>
      <Button variant="secondary" size="sm" className="mt-3" onAct={refreshMe}>
        Try again
      </Button>
    </Notice>
  )
}

/** Says what it means that the profile is hidden. */
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
