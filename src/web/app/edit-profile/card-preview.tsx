// A live preview of the card while typing. Hidden from screen readers, and nothing in it can be pressed.
import { type Control, useWatch } from "react-hook-form"
import { CARD_TO_BE } from "../../../domain/messages.ts"
import type { PublicProfile, SocialMedia } from "../../../domain/profile/profile.ts"
import type { CardProfile } from "../../documents/profile/card-profile.ts"
import { ProfileCard } from "../../documents/profile/profile-card.tsx"
import { type ProfileValues, payloadOf, withSchemes } from "./form-values.ts"

export type Pictures = Pick<PublicProfile, "profile_picture" | "banner_picture">

interface CardPreviewProps {
  control: Control<ProfileValues>
  username: string
  pictures: Pictures
}

/** An empty card shows what can stand on it. */
const isEmptyCard = ({ job_title, business_name, bio }: ProfileValues): boolean =>
  `${job_title}${business_name}${bio}`.trim() === ""

/** The card of what is in the form. */
export const previewedCard = (values: ProfileValues, username: string, pictures: Pictures): CardProfile => ({
  ...values,
  ...(isEmptyCard(values) && {
    job_title: CARD_TO_BE.jobTitle,
    business_name: CARD_TO_BE.businessName,
    bio: CARD_TO_BE.bio,
  }),
  username,
  full_name: values.full_name.trim() || "Your name",
  ...pictures,
  social_media: payloadOf(withSchemes(values)).social_media as SocialMedia,
})

export function CardPreview({ control, username, pictures }: CardPreviewProps) {
  const values = useWatch({ control }) as ProfileValues
  const profile = previewedCard(values, username, pictures)
  return (
    <div inert className={isEmptyCard(values) ? "ghost" : ""}>
      <ProfileCard profile={profile} />
    </div>
  )
}
