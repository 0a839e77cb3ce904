// On the form of a card that is still blank: the way to fill it in three short steps.
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import { useHoldPasskeyOffer } from "../../session/passkey-offer.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { ButtonLink } from "../../ui/text-link.tsx"

export function StartPanel({ profile }: { profile: OwnProfile | null }) {
  // Of a hidden profile, the reason comes first.
  const isShown = profile === null || (profile.hidden_at === null && isBlank(profile))
  // One invitation at a time.
  useHoldPasskeyOffer(isShown)
  if (!isShown) return null
  return (
    <Panel title="Your first card in a minute" intro="Three short steps: photo, what you do, how to reach you.">
      <ButtonLink href="/edit-profile/start" variant="secondary" wide>
        Start
      </ButtonLink>
    </Panel>
  )
}

const isBlank = (profile: OwnProfile): boolean => {
  const { profile_picture, job_title, business_name, bio, business_phone, email, profile_items } = profile
  return (
    `${profile_picture}${job_title}${business_name}${bio}${business_phone}${email}` === "" && profile_items.length === 0
  )
}
