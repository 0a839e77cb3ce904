// What the product does, in one scene made of its own components: a card taps a phone, the profile opens, the
// contact is saved. Typing a name next to it shows the visitor's own card (visitor/claim.ts).
import IconCircleCheckFilled from "~icons/circle-check-filled"
import IconLock from "~icons/lock"
import IconShare2 from "~icons/share-2"
import IconUserPlus from "~icons/user-plus"
import { VISIT } from "../../../domain/messages.ts"
import { accentOf } from "../../../domain/profile/accent.ts"
import { displayUrl } from "../../../domain/profile/links.ts"
import { useSite } from "../../layout/site.ts"
import { buttonStyle } from "../../ui/button-style.ts"
import { NfcWaves } from "../../ui/nfc-waves.tsx"
import { ProfileCard } from "../profile/profile-card.tsx"
import { QrCode } from "../profile/qr-code.tsx"
import { SAMPLE } from "./sample-profile.ts"

export function HeroScene() {
  const { origin } = useSite()
  return (
    <div className="relative mx-auto h-[43.5rem] w-full max-w-[21rem] sm:h-[38rem] sm:max-w-[31rem]">
      <div inert aria-hidden="true" data-own-card="">
        <PlasticCard />
        <Phone />
      </div>
      {/* Not on a phone, which cannot scan itself. */}
      <figure className="absolute right-0 bottom-25 flex w-36 flex-col rounded-2xl border border-line bg-[#fff] p-1.5 text-center shadow-float max-sm:hidden">
        <QrCode text={`${origin}/`} label={`QR code of ${displayUrl(origin)}`} className="w-full" />
        <figcaption className="pb-1.5 text-sm leading-tight font-medium text-balance text-[#1b1a17]">
          Scan to open on your phone
        </figcaption>
      </figure>
    </div>
  )
}

const SHELL = "border-[#24221e] dark:border-[#4a463e]"
const DARK = "bg-[#24221e] dark:bg-[#4a463e]"

function Phone() {
  const { origin } = useSite()
  return (
    <div
      data-accent={accentOf(SAMPLE)}
      className={`absolute top-0 right-0 left-0 mx-auto h-[34.5rem] w-[18rem] max-w-full overflow-hidden rounded-[2.9rem] border-[9px] bg-paper shadow-float sm:right-18 sm:left-auto sm:h-[38rem] sm:w-[18.5rem] ${SHELL}`}
    >
      <div className={`mx-auto mt-2.5 h-5 w-20 rounded-full ${DARK}`} />
      <p className="mx-3 mt-2 mb-2 flex items-center justify-center gap-1 rounded-full bg-well px-3 text-sm leading-7 text-ink-soft">
        <IconLock size={14} className="shrink-0" />
        <span className="truncate">
          {displayUrl(origin)}/<b className="font-semibold text-ink">{SAMPLE.username}</b>
        </span>
      </p>
      {/* Rendered for a phone 375 px wide, then scaled down a little. */}
      <div className="arrives px-2 [zoom:.8]">
        <ProfileCard profile={SAMPLE} />
      </div>
      <div className="absolute inset-x-0 bottom-0 flex gap-2 border-t border-line bg-sheet px-4 pt-3 pb-6 [zoom:.8]">
        <span className={buttonStyle({ size: "lg" }, "min-h-14 flex-1 px-2!")}>
          <IconUserPlus size={20} />
          Save Contact
        </span>
        <span className={buttonStyle({ size: "lg", variant: "secondary" }, "size-14 px-0!")}>
          <IconShare2 size={20} />
        </span>
      </div>
      <p className="keeps absolute inset-x-3 top-20 flex items-center gap-2 rounded-2xl bg-ink px-3.5 py-2.5 max-[22rem]:px-2 text-sm font-medium text-paper shadow-float">
        <IconCircleCheckFilled size={20} className="shrink-0" />
        {VISIT.contactSaved}
      </p>
    </div>
  )
}

/** The physical card, half behind the phone, where the phone's antenna is. */
function PlasticCard() {
  return (
    <div className="taps absolute bottom-2 left-0 flex h-35 w-50 -rotate-[8deg] flex-col justify-between rounded-2xl bg-[#24221e] p-4 text-[#f4f0e7] shadow-float max-[22rem]:w-42 sm:bottom-32 sm:-left-11 sm:h-38 sm:w-60 sm:-rotate-12 dark:bg-[#3a362f]">
      <NfcWaves className="size-8 self-end sm:self-start" />
      <div>
        <p data-own-name="" className="font-serif text-lg leading-tight font-semibold">
          {SAMPLE.full_name}
        </p>
        <p className="text-sm opacity-75">{SAMPLE.business_name}</p>
      </div>
    </div>
  )
}
