// What the product does, in one picture made of the product itself: a card taps a phone, the profile opens, the contact is kept.
import { IconCircleCheckFilled, IconUserPlus } from "@tabler/icons-react"
import { PROFILE } from "../../../domain/messages.ts"
import { useSite } from "../../layout/site.ts"
import { buttonStyle } from "../../ui/button-style.ts"
import { ProfileCard } from "../profile/profile-card.tsx"
import { QrCode } from "../profile/qr-code.tsx"
import { SAMPLE } from "./sample-profile.ts"

export function HeroScene() {
  const { origin } = useSite()
  return (
    <div className="relative mx-auto h-[39rem] w-full max-w-[22rem] sm:max-w-[30rem]">
      <div inert aria-hidden="true">
        <Phone />
        <PlasticCard />
      </div>
      <figure className="absolute right-0 bottom-6 flex w-36 flex-col rounded-2xl border border-line bg-[#fff] p-2 text-center shadow-float sm:w-40">
        <QrCode text={`${origin}/signup`} label="QR code of the sign-up page" className="w-full" />
        <figcaption className="pt-0.5 pb-1 text-sm leading-snug font-medium text-[#1b1a17]">
          This one is real: scan it
        </figcaption>
      </figure>
    </div>
  )
}

function Phone() {
  return (
    <div className="absolute inset-y-0 left-0 w-[18.5rem] overflow-hidden rounded-[2.9rem] border-[9px] border-[#24221e] bg-paper shadow-float sm:left-[4.5rem] dark:border-[#4a463e]">
      <div className="mx-auto mt-2.5 mb-2.5 h-5 w-20 rounded-full bg-[#24221e] dark:bg-[#4a463e]" />
      <div className="arrives px-2">
        <ProfileCard
          profile={SAMPLE}
          actions={
            <div className="px-5 pb-5">
              <span className={buttonStyle({ size: "lg" }, "w-full")}>
                <IconUserPlus size={20} />
                Save Contact
              </span>
            </div>
          }
        />
      </div>
      <p className="keeps absolute inset-x-3 top-3 flex items-center gap-2 rounded-2xl border border-line bg-sheet px-3.5 py-3 text-sm font-medium text-ink shadow-float">
        <IconCircleCheckFilled size={20} className="shrink-0 text-good" />
        {PROFILE.contactSaved}
      </p>
    </div>
  )
}

/** The physical card at the phone's edge, with the waves of NFC. */
function PlasticCard() {
  return (
    <div className="taps absolute bottom-44 -left-3 flex h-36 w-56 -rotate-12 flex-col justify-between rounded-2xl bg-[#24221e] p-4 text-[#f4f0e7] shadow-float sm:bottom-24 sm:-left-4 sm:h-40 sm:w-64 dark:bg-[#34302a]">
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
