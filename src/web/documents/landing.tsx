// / : the landing page: what this is, in five seconds, and the way in (specification section 2).
import { useSite } from "../layout/site.ts"
import type { Route } from "./+types/landing"
import { describe, siteOf } from "./document-meta.ts"
import { DocumentPage } from "./document-page.tsx"
import { ClaimForm } from "./landing/claim-form.tsx"
import { HeroScene } from "./landing/hero-scene.tsx"
import { HowItWorks } from "./landing/how-it-works.tsx"
import { OtherCards } from "./landing/other-cards.tsx"
import { Proofs } from "./landing/proofs.tsx"

const HEADLINE = "Connect, share, and build meaningful connections"

export function meta(args: Route.MetaArgs) {
  const site = siteOf(args) ?? { name: "Meishi", origin: "" }
  const url = `${site.origin}/`
  const description =
    "Your digital business card: a page of your own, shared by link, QR code or a tap. People save your contact in one step. Free."
  return [
    ...describe({ title: `${site.name} · ${HEADLINE}`, description, url }, site),
    { "script:ld+json": { "@context": "https://schema.org", "@type": "WebSite", name: site.name, url } },
  ]
}

export default function Landing() {
  const { name } = useSite()
  return (
    <DocumentPage>
      <section className="mx-auto grid w-full max-w-6xl grid-cols-1 items-center gap-10 px-5 pt-4 pb-16 sm:px-6 sm:pt-8 lg:grid-cols-[1.1fr_1fr] lg:gap-16 lg:pt-8 lg:pb-20">
        <div className="min-w-0">
          <h1 className="font-serif text-3xl leading-[1.1] font-semibold tracking-tight text-ink sm:text-4xl lg:text-[3.25rem] xl:text-[3.75rem] lg:leading-[1.04]">
            {HEADLINE}
          </h1>
          <p className="mt-4 max-w-lg text-base text-ink-soft sm:mt-5 sm:text-lg">
            {name} is your business card at an address of its own. Hand it over by link, QR code or tap: it opens on any
            phone and saves itself to the contacts.
          </p>
          <ClaimForm />
        </div>
        <HeroScene />
      </section>
      <Proofs />
      <OtherCards />
      <HowItWorks />
    </DocumentPage>
  )
}
