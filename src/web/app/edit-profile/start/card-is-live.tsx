// After the last step: the card's code to be scanned at once, and the ways to share and keep it.
import { useEffect, useRef } from "react"
import { OWN_CARD_PATH, profilePath } from "../../../../domain/paths.ts"
import { accentOf } from "../../../../domain/profile/accent.ts"
import { INK_GROUND } from "../../../../domain/profile/inks.ts"
import { displayUrl } from "../../../../domain/profile/links.ts"
import type { OwnProfile } from "../../../../domain/profile/profile.ts"
import { QrCode } from "../../../documents/profile/qr-code.tsx"
import { HiddenNotice } from "../../../session/hidden-notice.tsx"
import { useSession } from "../../../session/session-store.ts"
import { Button } from "../../../ui/button.tsx"
import { clearToast } from "../../../ui/feedback/toast-manager.ts"
import { ButtonLink, TextLink } from "../../../ui/text-link.tsx"
import { showShared } from "../../../visitor/share-dialog.tsx"
import { shareLink } from "../../../visitor/share-link.ts"
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
    <div className="mx-auto flex w-full max-w-sm flex-col items-center text-center">
      <h1 ref={heading} tabIndex={-1} className="font-serif text-2xl font-semibold">
        Your card is live
      </h1>
      <p className="mt-1 text-ink-soft">Let someone scan it, or send the link.</p>
      <div className="arrives mt-6 w-full max-w-72 rounded-3xl border border-line bg-[#fff] p-3 shadow-card">
        <QrCode text={url} label={`QR code of ${url}`} ink={INK_GROUND[accentOf(profile)]} className="w-full" />
      </div>
      <p className="mt-3 font-medium">{displayUrl(url)}</p>
      <div className="mt-6 flex w-full flex-col gap-3">
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
      </div>
      <p className="mt-4 text-sm text-balance text-ink-soft">
        To keep it handy, open it and choose Add to Home Screen in your browser's menu. You can also add a banner,
        colors and links. <TextLink href="/edit-profile">Edit your card</TextLink>
      </p>
    </div>
  )
}
