// On the form of a card that is still blank: the way to fill it in three short steps.
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import { ButtonLink } from "../../ui/text-link.tsx"

export function StartPanel({ profile }: { profile: OwnProfile | null }) {
  // Of a hidden profile, the reason comes first.
  if (profile !== null && (profile.hidden_at !== null || !isBlank(profile))) return null
  return (
    <div className="flex flex-col gap-4 rounded-2xl border border-dashed border-line-strong bg-paper p-5 sm:flex-row sm:items-center sm:justify-between sm:px-7">
      <div>
        <p className="font-serif text-lg font-semibold">Your first card in a minute</p>
        <p className="text-ink-soft">Three short steps: photo, what you do, how to reach you.</p>
      </div>
      <ButtonLink href="/edit-profile/start" variant="secondary" wide className="shrink-0">
        Start
      </ButtonLink>
    </div>
  )
}

const isBlank = ({ profile_picture, job_title, business_name, bio, business_phone, email }: OwnProfile): boolean =>
  `${profile_picture}${job_title}${business_name}${bio}${business_phone}${email}` === ""
