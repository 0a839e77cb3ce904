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
  /** the page asks how to reach the owner: the card shows where that will be */
  asksReach?: boolean
}

/** Examples of what the first card asks for, until it is typed (styles/app.css). */
const REACH = { business_phone: "(555) 123-4567", email: "you@example.com", website: "https://example.com" }
type Reach = keyof typeof REACH

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

export function CardPreview({ control, username, pictures, asksReach = false }: CardPreviewProps) {
  const values = useWatch({ control }) as ProfileValues
  const missing = asksReach ? (Object.keys(REACH) as Reach[]).filter((name) => values[name].trim() === "") : []
  const examples = Object.fromEntries(missing.map((name) => [name, REACH[name]]))
  const profile = previewedCard({ ...values, ...examples }, username, pictures)
  return (
    <div inert className={isEmptyCard(values) ? "ghost" : ""} data-missing={missing.join(" ")}>
      <ProfileCard profile={profile} />
    </div>
  )
}
