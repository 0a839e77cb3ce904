// What the product does, in one picture made of the product itself: a card taps a phone, the profile opens, the contact is kept.
import { IconCircleCheckFilled, IconUserPlus } from "@tabler/icons-react"
import { accentOf } from "../../../domain/accent.ts"
import { PROFILE } from "../../../domain/messages.ts"
import { useSite } from "../../layout/site.ts"
import { buttonStyle } from "../../ui/button-style.ts"
import { ProfileCard } from "../profile/profile-card.tsx"
import { QrCode } from "../profile/qr-code.tsx"
import { SAMPLE } from "./sample-profile.ts"

export function HeroScene() {
  const { origin } = useSite()
  return (
    <div className="relative mx-auto h-[43rem] w-full max-w-[22rem] sm:h-[38rem] sm:max-w-[31rem]">
      <div inert aria-hidden="true">
        <Phone />
        <PlasticCard />
      </div>
      <figure className="absolute right-0 bottom-0 flex w-34 flex-col rounded-2xl border border-line bg-[#fff] p-1.5 text-center shadow-float sm:bottom-34 sm:w-36">
        <QrCode text={`${origin}/signup`} label="QR code of the sign-up page" className="w-full" />
        <figcaption className="pb-1.5 text-sm leading-none font-medium text-[#1b1a17]">Scan me, I'm real</figcaption>
      </figure>
    </div>
  )
}

const SHELL = "border-[#24221e] dark:border-[#4a463e]"
const DARK = "bg-[#24221e] dark:bg-[#4a463e]"

function Phone() {
  return (
    <div
      data-accent={accentOf(SAMPLE)}
      className={`absolute top-0 right-0 left-0 mx-auto h-[35rem] w-[18rem] overflow-hidden rounded-[2.9rem] border-[9px] bg-paper shadow-float sm:right-20 sm:left-auto sm:h-[37rem] sm:w-[18.5rem] ${SHELL}`}
    >
      <div className={`mx-auto mt-2.5 mb-2.5 h-5 w-20 rounded-full ${DARK}`} />
      <div className="arrives px-2">
        <ProfileCard profile={SAMPLE} />
      </div>
      <div className="absolute inset-x-0 bottom-0 border-t border-line bg-sheet px-4 pt-3 pb-6">
        <span className={buttonStyle({ size: "lg" }, "w-full")}>
          <IconUserPlus size={20} />
          Save Contact
        </span>
      </div>
      <p className="keeps absolute inset-x-3 top-11 flex items-center gap-2 rounded-2xl bg-ink px-3.5 py-3 text-sm font-medium text-paper shadow-float">
        <IconCircleCheckFilled size={20} className="shrink-0" />
        {PROFILE.contactSaved}
      </p>
    </div>
  )
}

/** The physical card at the phone's edge, with the waves of NFC. */
function PlasticCard() {
  return (
    <div className="taps absolute bottom-3 -left-1 flex h-31 w-48 -rotate-[9deg] flex-col justify-between rounded-2xl bg-[#24221e] p-4 text-[#f4f0e7] shadow-float sm:bottom-34 sm:-left-10 sm:h-38 sm:w-60 sm:-rotate-12 dark:bg-[#3a362f]">
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="size-8 self-end"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      >
        <path d="M6 9.5a5 5 0 0 1 0 5M10 7a9 9 0 0 1 0 10M14 4.5a13 13 0 0 1 0 15" />
      </svg>
      <div>
        <p className="font-serif text-lg leading-tight font-semibold">{SAMPLE.full_name}</p>
        <p className="text-sm opacity-75">{SAMPLE.business_name}</p>
      </div>
    </div>
  )
}
