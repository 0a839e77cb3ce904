// Below the fold: the three blurbs of the specification, each with an example.
import type { ReactNode } from "react"
import IconCheck from "~icons/check"
import IconQrcode from "~icons/qrcode"
import { displayPhone } from "../../../domain/contact/phone.ts"
import { displayUrl } from "../../../domain/profile/links.ts"
import { useSite } from "../../layout/site.ts"
import { NfcWaves } from "../../ui/nfc-waves.tsx"
import { SAMPLE } from "./sample-profile.ts"

export function Proofs() {
  return (
    <section aria-label="Features" className="border-y border-line bg-sheet">
      <ul className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-14 px-4 py-16 sm:px-6 md:grid-cols-3 md:gap-10 md:py-20">
        <Proof
          title="Smart Connections"
          text="Everything people need to reach you on one page, saved to their phone with one tap. Change it once, and it's right everywhere."
        >
          <KeptContact />
        </Proof>
        <Proof
          title="Global Reach"
          text="Your own link opens on any phone, anywhere, in any browser. No app to install and no account needed to see it."
        >
          <SentLink />
        </Proof>
        <Proof
          title="Instant Sharing"
          text="Share via QR codes and digital business cards: let people scan your screen, send your link, or tap an NFC card on a phone."
        >
          <WaysToShare />
        </Proof>
      </ul>
    </section>
  )
}

function Proof({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="min-w-0">
      <div
        inert
        aria-hidden="true"
        data-accent="vermilion"
        className="flex h-52 items-center justify-center overflow-hidden rounded-3xl bg-well px-6"
      >
        {children}
      </div>
      <h2 className="mt-6 font-serif text-xl font-semibold text-ink">{title}</h2>
      <p className="mt-2 text-ink-soft">{text}</p>
    </li>
  )
}

/** In an address book. */
function KeptContact() {
  return (
    <div className="w-full max-w-64 rounded-2xl bg-sheet p-4 text-sm shadow-card">
      <div className="flex items-center gap-3">
        <img
          src={SAMPLE.profile_picture}
          alt=""
          width="48"
          height="48"
          loading="lazy"
          className="size-12 rounded-full"
        />
        <div className="min-w-0 flex-1">
          <p className="truncate text-base font-semibold text-ink">{SAMPLE.full_name}</p>
          <p className="truncate text-ink-soft">{SAMPLE.business_name}</p>
        </div>
        <IconCheck size={22} className="shrink-0 text-good" />
      </div>
      {[
        ["work", displayPhone(SAMPLE.business_phone)],
        ["email", SAMPLE.email],
      ].map(([label, value]) => (
        <p key={label} className="mt-2.5 flex gap-3 border-t border-line pt-2.5">
          <span className="w-10 shrink-0 text-ink-soft">{label}</span>
          <span className="truncate text-ink tabular-nums">{value}</span>
        </p>
      ))}
    </div>
  )
}

/** In a chat, with its preview. */
function SentLink() {
  const { origin } = useSite()
  return (
    <div className="flex w-full max-w-64 flex-col gap-2 text-sm">
      <p className="self-start rounded-2xl rounded-bl-md bg-sheet px-3.5 py-2 text-ink shadow-card">
        Where can I find you?
      </p>
      <div className="w-52 self-end overflow-hidden rounded-2xl rounded-br-md bg-sheet shadow-card">
        {/* The same pattern as on the phone's card, so that both show the same person. */}
        <svg aria-hidden="true" className="h-12 w-full bg-tint">
          <rect width="100%" height="100%" fill={`url(#m-${SAMPLE.username})`} opacity=".5" />
        </svg>
        <p className="truncate px-3.5 pt-2 font-semibold text-ink">{SAMPLE.full_name}</p>
        <p className="truncate px-3.5 pb-2.5 text-accent">
          {displayUrl(origin)}/{SAMPLE.username}
        </p>
      </div>
    </div>
  )
}

/** Three ways to share: show, send, tap. */
function WaysToShare() {
  return (
    <div className="relative h-36 w-56">
      <div className="absolute bottom-0 left-0 flex h-24 w-38 -rotate-6 flex-col justify-between rounded-xl bg-[#24221e] p-3 text-[#f4f0e7] shadow-float dark:bg-[#4a463e]">
        <NfcWaves className="size-6" />
        <p className="font-serif text-sm font-semibold">{SAMPLE.full_name}</p>
      </div>
      <div className="absolute top-0 right-0 flex h-36 w-20 items-center justify-center rounded-2xl border-4 border-[#24221e] bg-[#fff] text-[#1b1a17] shadow-float dark:border-[#4a463e]">
        <IconQrcode size={56} stroke={1.4} />
      </div>
    </div>
  )
}
