// The page layout of the card: centered on a phone, next to its QR code on a wide screen.
import { profilePath } from "../../../domain/paths.ts"
import { displayUrl } from "../../../domain/profile/links.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import { useSite } from "../../layout/site.ts"
import { HintsPlace, OwnerPlace, useTitle, useVisitorScript } from "../in-application.tsx"
import { ProfileActions } from "./profile-actions.tsx"
import { ProfileCard } from "./profile-card.tsx"
import { QrCode } from "./qr-code.tsx"

export function ProfileSheet({ profile }: { profile: PublicProfile }) {
  useVisitorScript()
  const { origin, name: site } = useSite()
  const url = origin + profilePath(profile.username)
  const name = profile.full_name || profile.username
  useTitle(`${name} · ${site}`)
  return (
    <div
      data-print="cards"
      className="mx-auto grid w-full max-w-md items-start gap-14 px-4 pt-1 pb-8 lg:max-w-4xl lg:grid-cols-[27rem_1fr] lg:pt-6"
    >
      <div
        className="arrives min-w-0"
        data-profile={profile.id}
        data-username={profile.username}
        data-name={name}
        data-url={url}
      >
        <ProfileCard
          profile={profile}
          heading="h1"
          url={url}
          tools={<OwnerPlace id={profile.id} username={profile.username} name={name} url={url} />}
          actions={<ProfileActions profile={profile} />}
        />
        <HintsPlace id={profile.id} />
      </div>
      <aside className="sticky top-10 hidden flex-col items-center justify-self-center pt-16 text-center lg:flex">
        <div className="rounded-3xl border border-line bg-[#fff] p-3 shadow-card">
          <QrCode text={url} label={`QR code of the profile of ${name}`} className="size-52" />
        </div>
        <p className="mt-5 print:hidden font-serif text-lg text-ink">Scan to take it with you</p>
        <p className="max-w-64 text-sm text-ink-soft">{displayUrl(url)}</p>
      </aside>
    </div>
  )
}
