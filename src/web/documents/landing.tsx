// / : the landing page: what this is, in five seconds, and the way in (specification section 2).
import { OWN_CARD_PATH } from "../../domain/paths.ts"
import { siteOf, useSite } from "../layout/site.ts"
import { buttonStyle } from "../ui/button-style.ts"
import type { Route } from "./+types/landing"
import { describe } from "./document-meta.ts"
import { DocumentPage } from "./document-page.tsx"
import { ClaimForm } from "./landing/claim-form.tsx"
import { HeroScene } from "./landing/hero-scene.tsx"
import { Proofs } from "./landing/proofs.tsx"
import { OTHERS } from "./landing/sample-profile.ts"
import { ProfileCard } from "./profile/profile-card.tsx"

const HEADLINE = "Connect, share, and build meaningful connections"

export function meta(args: Route.MetaArgs) {
  const site = siteOf(args)
  const url = `${site.origin}/`
  const description =
    "Your digital business card: your own page, shared by link, QR code or tap. People save your contact in one tap. Free."
  return [
    ...describe({ title: `${site.name} · ${HEADLINE}`, description, url }, site),
    { "script:ld+json": { "@context": "https://schema.org", "@type": "WebSite", name: site.name, url } },
  ]
}

export default function Landing() {
  const { name, sign_up } = useSite()
  return (
    <DocumentPage>
      <section className="mx-auto grid w-full max-w-6xl grid-cols-1 items-center gap-10 px-4 pt-4 pb-16 sm:px-6 sm:pt-8 lg:grid-cols-[1.1fr_1fr] lg:gap-16 lg:pt-8 lg:pb-20">
        <div className="min-w-0">
          <h1 className="font-serif text-3xl leading-[1.1] font-semibold tracking-tight text-ink sm:text-4xl lg:text-[3.25rem] xl:text-[3.75rem] lg:leading-[1.04]">
            {HEADLINE}
          </h1>
          <p className="mt-4 max-w-lg text-base text-ink-soft sm:mt-5 sm:text-lg">
            {name} gives you a business card at its own web address. Share it by link, QR code or tap; people save it in
            one tap.
          </p>
          {sign_up !== "closed" && (
            <div data-visitors-only="">
              <ClaimForm />
            </div>
          )}
          <div data-members-only="">
            <div className="mt-6 flex flex-col gap-3 sm:mt-8 sm:flex-row">
              <a href={OWN_CARD_PATH} className={buttonStyle({ size: "lg", wide: true })}>
                Show my card
              </a>
              <a href="/edit-profile" className={buttonStyle({ variant: "secondary", size: "lg", wide: true })}>
                Edit my card
              </a>
            </div>
          </div>
        </div>
        <HeroScene />
      </section>
      <Proofs />
      <OtherCards />
      <HowItWorks />
    </DocumentPage>
  )
}

/** Other people's cards side by side, to show how different they can be. */
function OtherCards() {
  return (
    <section className="mx-auto w-full max-w-6xl px-4 pt-16 sm:px-6 md:pt-24">
      <h2 className="font-serif text-2xl font-semibold tracking-tight text-ink sm:text-3xl">No two cards alike</h2>
      <p className="mt-3 max-w-xl text-lg text-ink-soft">
        Choose from eight colors and add a photo and banner, or neither: your name alone creates its own pattern.
      </p>
      <ul
        inert
        aria-hidden="true"
        className="mx-auto mt-10 grid max-w-sm grid-cols-1 items-start gap-6 md:max-w-none md:grid-cols-3 md:gap-8"
      >
        {OTHERS.map((person) => (
          <li key={person.username} className="min-w-0 [zoom:.9]">
            <ProfileCard profile={person} lazy />
          </li>
        ))}
      </ul>
    </section>
  )
}

const STEPS = [
  ["Choose your name", "It becomes your web address. Signing up is free."],
  ["Fill in your card", "Name, photo, phone, links: as much or as little as you like."],
  ["Hand it over", "By link, by QR code, or with a tap. People save your contact."],
] as const

function HowItWorks() {
  const { name } = useSite()
  return (
    <section className="mx-auto flex w-full max-w-6xl flex-col px-4 pt-12 pb-16 sm:px-6 md:pt-16 md:pb-24">
      <h2 className="font-serif text-2xl font-semibold tracking-tight text-ink sm:text-3xl">How it works</h2>
      <ol className="mt-8 grid gap-8 md:grid-cols-3 md:gap-10">
        {STEPS.map(([title, text], index) => (
          <li key={title} className="flex gap-4 md:flex-col md:border-t md:border-line-strong md:pt-5">
            <span className="font-serif text-2xl leading-none font-semibold text-accent tabular-nums">{index + 1}</span>
            <div>
              <h3 className="text-lg font-semibold text-ink">{title}</h3>
              <p className="mt-1 text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-12 flex flex-col gap-3 sm:flex-row">
        <a href="#claim" data-visitors-only="" className={buttonStyle({ size: "lg", wide: true })}>
          Choose your name
        </a>
        <a href="/about" className={buttonStyle({ variant: "secondary", size: "lg", wide: true })}>
          Learn More <span className="sr-only">about {name}</span>
        </a>
      </div>
    </section>
  )
}
