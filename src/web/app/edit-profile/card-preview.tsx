// A live preview of the card while typing. Hidden from screen readers, and nothing in it can be pressed.
import { type Control, useWatch } from "react-hook-form"
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

export function CardPreview({ control, username, pictures }: CardPreviewProps) {
  const values = useWatch({ control }) as ProfileValues
  const profile: CardProfile = {
    ...values,
    username,
    full_name: values.full_name.trim() || "Your name",
    ...pictures,
    social_media: payloadOf(withSchemes(values)).social_media as SocialMedia,
  }
  return (
    <div inert>
      <ProfileCard profile={profile} />
    </div>
  )
}
