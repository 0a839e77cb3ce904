// After the last step: the card's code to be scanned at once, and the ways to share and keep it.
import { useEffect, useRef } from "react"
import { OWN_CARD_PATH, profilePath } from "../../../../domain/paths.ts"
import { accentOf } from "../../../../domain/profile/accent.ts"
import { INK } from "../../../../domain/profile/inks.ts"
import { displayUrl } from "../../../../domain/profile/links.ts"
import type { OwnProfile } from "../../../../domain/profile/profile.ts"
import { Portrait } from "../../../documents/profile/portrait.tsx"
import { QrCode } from "../../../documents/profile/qr-code.tsx"
import { HiddenNotice } from "../../../session/hidden-notice.tsx"
import { useSession } from "../../../session/session-store.ts"
import { Button } from "../../../ui/button.tsx"
import { clearToast } from "../../../ui/feedback/toast-manager.ts"
import { ButtonLink, TextLink } from "../../../ui/text-link.tsx"
import { showShared } from "../../../visitor/share-dialog.tsx"
import { shareLink } from "../../../visitor/share-link.ts"
import { InkPattern } from "../../settings/card/ink-pattern.tsx"
import { InstallButton } from "../../settings/card/install-button.tsx"

export function CardIsLive({ profile }: { profile: OwnProfile }) {
  const session = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    clearToast()
    heading.current?.focus({ preventScroll: true })
  }, [])
  // A hidden profile is not live.
  if (profile.hidden_at !== null) return <HiddenNotice me={session.status === "signed-in" ? session.me : null} />
  const url = location.origin + profilePath(profile.username)
  const share = async () => showShared(await shareLink(url, profile.full_name || profile.username))
  return (
    <div className="mx-auto grid w-full max-w-sm gap-y-6 text-center lg:my-auto lg:max-w-3xl lg:grid-cols-2 lg:grid-rows-[1fr_auto_auto_1fr] lg:gap-x-16 lg:text-left">
      <header className="lg:col-start-2 lg:row-start-2">
        <h1 ref={heading} tabIndex={-1} className="font-serif text-2xl font-semibold lg:text-3xl">
          Your card is live
        </h1>
        <p className="mt-1 text-ink-soft">Let someone scan it, or send the link.</p>
      </header>
      <LiveCard profile={profile} url={url} />
      <div className="flex w-full flex-col gap-3 lg:col-start-2 lg:row-start-3">
        <Button size="lg" onAct={share}>
          Share
        </Button>
        <ButtonLink href={OWN_CARD_PATH} size="lg" variant="secondary">
          Show my card
        </ButtonLink>
        <InstallButton />
        <ButtonLink href={profilePath(profile.username)} variant="quiet">
          Open my page
        </ButtonLink>
        <p className="mt-1 text-sm text-ink-soft">
          To keep it handy, open your card and choose Add to Home Screen in your browser's menu.
        </p>
        <p className="text-sm text-ink-soft">
          <TextLink href="/edit-profile">Edit your card</TextLink> to add a banner, colors and links.
        </p>
      </div>
    </div>
  )
}

/** As the owner will hand it over: in their color, with the code. */
function LiveCard({ profile, url }: { profile: OwnProfile; url: string }) {
  const accent = accentOf(profile)
  const name = profile.full_name || profile.username
  return (
    <div
      data-ground="ink"
      data-accent={accent}
      className="arrives relative isolate w-full overflow-hidden rounded-3xl bg-sheet p-4 text-ink shadow-card lg:row-span-4 lg:row-start-1"
    >
      <InkPattern card={profile} className="h-40" />
      <div className="flex items-center gap-3 text-left *:first:size-14 *:first:rounded-2xl *:first:border-0 *:first:text-base">
        <Portrait name={name} picture={profile.profile_picture} />
        <div className="min-w-0">
          <p dir="auto" className="line-clamp-2 font-serif text-lg leading-tight font-semibold">
            {name}
          </p>
          {profile.job_title !== "" && (
            <p dir="auto" className="truncate text-sm text-ink-soft">
              {profile.job_title}
            </p>
          )}
        </div>
      </div>
      <div className="mt-4 rounded-2xl bg-[#fff] p-2">
        <QrCode text={url} label={`QR code of ${url}`} ink={INK[accent]} className="w-full" />
      </div>
      <p className="mt-3 truncate text-center font-medium">{displayUrl(url)}</p>
    </div>
  )
}
