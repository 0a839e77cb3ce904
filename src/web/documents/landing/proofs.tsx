// Below the fold: the three blurbs of the specification, how it works, and the way to the whole story.
import { IconQrcode, IconUsers, IconWorld } from "@tabler/icons-react"
import { buttonStyle } from "../../ui/button-style.ts"

const BLURBS = [
  {
    Icon: IconUsers,
    title: "Smart Connections",
    text: "Everything people need to reach you on one page, saved to their phone with one tap. Change it once, and it is right everywhere.",
  },
  {
    Icon: IconWorld,
    title: "Global Reach",
    text: "A link of your own that opens on any phone, anywhere, in any browser. Nobody has to install an app or create an account to see it.",
  },
  {
    Icon: IconQrcode,
    title: "Instant Sharing",
    text: "Share via QR codes and digital business cards: let people scan your screen, send your link, or tap an NFC card on a phone.",
  },
] as const

const STEPS = [
  ["Choose your name", "It becomes your address. Sign up with it, free of charge."],
  ["Fill in your card", "Name, photo, phone, links: as much or as little as you like."],
  ["Hand it over", "By link, by QR code, or with a tap. They save your contact."],
] as const

export function Proofs() {
  return (
    <>
      <section aria-label="Features" className="border-y border-line bg-sheet">
        <ul className="mx-auto grid w-full max-w-6xl gap-10 px-5 py-16 sm:px-6 md:grid-cols-3 md:gap-12 md:py-20">
          {BLURBS.map(({ Icon, title, text }) => (
            <li key={title}>
              <span className="flex size-12 items-center justify-center rounded-2xl bg-tint text-accent">
                <Icon size={24} stroke={1.8} aria-hidden="true" />
              </span>
              <h2 className="mt-5 font-serif text-xl font-semibold text-ink">{title}</h2>
              <p className="mt-2 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="mx-auto flex w-full max-w-6xl flex-col px-5 py-16 sm:px-6 md:py-24">
        <h2 className="font-serif text-2xl font-semibold tracking-tight text-ink sm:text-3xl">How it works</h2>
        <ol className="mt-8 grid gap-8 md:grid-cols-3 md:gap-12">
          {STEPS.map(([title, text], index) => (
            <li key={title} className="flex gap-4 md:flex-col md:border-t md:border-line-strong md:pt-5">
              <span className="font-serif text-2xl leading-none font-semibold text-accent tabular-nums">
                {index + 1}
              </span>
              <div>
                <h3 className="text-lg font-semibold text-ink">{title}</h3>
                <p className="mt-1 text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        {/* biome-ignore lint/a11y/noAmbiguousAnchorText: the specification's word; the sentences above say of what */}
        <a href="/about" className={buttonStyle({ variant: "secondary", size: "lg", wide: true }, "mt-12 self-start")}>
          Learn More
        </a>
      </section>
    </>
  )
}
