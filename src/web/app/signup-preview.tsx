// Beside the form where there is room: the card one is about to have, in the ink and the pattern of the name that is typed.
import type { CardProfile } from "../documents/profile/card-profile.ts"
import { ProfileCard } from "../documents/profile/profile-card.tsx"

export interface Typed {
  username: string
  fullName: string
}

const NOT_YET: Omit<CardProfile, "username" | "full_name"> = {
  job_title: "What you do",
  business_name: "Where you do it",
  business_phone: "",
  email: "",
  address: "",
  bio: "A line or two about you. Your photo, your links and the rest come next.",
  profile_picture: "",
  banner_picture: "",
  accent: "",
  social_media: {},
}

export function SignupPreview({ username, fullName }: Typed) {
  return (
    <div inert aria-hidden="true" className="arrives">
      <ProfileCard profile={{ ...NOT_YET, username, full_name: fullName.trim() || username || "Your name" }} />
    </div>
  )
}
