// The reported profile in one line, so that people notice a wrong one.
import { initials } from "../../../domain/contact/names.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import { Avatar } from "../../ui/avatar.tsx"

export function ReportedProfileLine({ profile }: { profile: PublicProfile }) {
  const { full_name, username, job_title, business_name } = profile
  const name = full_name || username
  const work = [job_title, business_name].filter(Boolean).join(", ")
  return (
    <div className="flex items-center gap-4 rounded-xl border border-line p-4">
      <Avatar src={profile.profile_picture} initials={initials(name)} />
      <div className="min-w-0">
        <p className="font-serif text-lg font-semibold text-ink" dir="auto">
          {name}
        </p>
        <p className="text-sm text-ink-soft">@{username}</p>
        {work !== "" && (
          <p className="truncate text-sm text-ink-soft" dir="auto">
            {work}
          </p>
        )}
      </div>
    </div>
  )
}
