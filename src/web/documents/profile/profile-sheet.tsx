// The page layout of the card: centered on a phone; on a wide screen, it lies on a second one with its QR code.
import { exchangePath, profilePath } from "../../../domain/paths.ts"
import { accentOf } from "../../../domain/profile/accent.ts"
import { INK } from "../../../domain/profile/inks.ts"
import { displayUrl } from "../../../domain/profile/links.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import { useSite } from "../../layout/site.ts"
import { HintsPlace, OwnerPlace, useTitle, useVisitorScript } from "../in-application.tsx"
import { ProfileActions } from "./profile-actions.tsx"
import { colorsOf, directionOf, ProfileCard } from "./profile-card.tsx"
import { QrCode } from "./qr-code.tsx"

export function ProfileSheet({ profile }: { profile: PublicProfile }) {
  useVisitorScript()
  const { origin, name: site } = useSite()
  const url = origin + profilePath(profile.username)
  const name = profile.full_name || profile.username
  useTitle(`${name} · ${site}`)
  return (
    <div className="spread" dir={directionOf(name)}>
      <div
        className="arrives"
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
          actions={
            <>
              {profile.takes_details && (
                <a href={exchangePath(profile.username)} data-give="" className="button secondary give">
                  Leave your info
                </a>
              )}
              <ProfileActions profile={profile} />
            </>
          }
        />
      </div>
      <aside className="scan" {...colorsOf(profile)}>
        <div dir="ltr">
          <QrCode text={url} label={`QR code for ${name}'s profile`} ink={INK[accentOf(profile)]} />
          <p>Scan to take it with you</p>
          <p>{displayUrl(url)}</p>
        </div>
      </aside>
      <HintsPlace id={profile.id} />
    </div>
  )
}
