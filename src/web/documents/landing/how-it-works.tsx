// The three steps to a card, and links to sign up or read more.
import { useSite } from "../../layout/site.ts"
import { buttonStyle } from "../../ui/button-style.ts"

const STEPS = [
  ["Choose your name", "It becomes your address. Sign up with it, free of charge."],
  ["Fill in your card", "Name, photo, phone, links: as much or as little as you like."],
  ["Hand it over", "By link, by QR code, or with a tap. They save your contact."],
] as const

export function HowItWorks() {
  const { name } = useSite()
  return (
    <section className="mx-auto flex w-full max-w-6xl flex-col px-5 pt-12 pb-16 sm:px-6 md:pt-16 md:pb-24">
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
        <a href="#claim" className={buttonStyle({ size: "lg", wide: true })}>
          Choose your name
        </a>
        <a href="/about" className={buttonStyle({ variant: "secondary", size: "lg", wide: true })}>
          Learn More <span className="sr-only">about {name}</span>
        </a>
      </div>
    </section>
  )
}
