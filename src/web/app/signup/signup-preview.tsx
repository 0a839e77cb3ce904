// Next to the form if there is room: a preview of the card, in the ink and pattern of the typed name.
import { CARD_TO_BE } from "../../../domain/messages.ts"
import { EMPTY_CARD } from "../../documents/profile/card-profile.ts"
import { ProfileCard } from "../../documents/profile/profile-card.tsx"

export interface Typed {
  username: string
  fullName: string
}

const NOT_YET = {
  ...EMPTY_CARD,
  job_title: CARD_TO_BE.jobTitle,
  business_name: CARD_TO_BE.businessName,
  bio: `${CARD_TO_BE.bio} Your photo, your links and the rest come next.`,
}

export function SignupPreview({ username, fullName }: Typed) {
  return (
    <div inert aria-hidden="true" className="arrives ghost">
      <ProfileCard profile={{ ...NOT_YET, username, full_name: fullName.trim() || username || "Your name" }} />
    </div>
  )
}
