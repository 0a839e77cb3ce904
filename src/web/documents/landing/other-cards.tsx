// Other people's cards side by side, to show how different they can be.
import { ProfileCard } from "../profile/profile-card.tsx"
import { OTHERS } from "./sample-profile.ts"

export function OtherCards() {
  return (
    <section className="mx-auto w-full max-w-6xl px-5 pt-16 sm:px-6 md:pt-24">
      <h2 className="font-serif text-2xl font-semibold tracking-tight text-ink sm:text-3xl">No two cards alike</h2>
      <p className="mt-3 max-w-xl text-lg text-ink-soft">
        Eight inks, your photo, a banner of your own. Or nothing at all: your name alone draws a card that is only
        yours.
      </p>
      {/* On a phone a stack: enough of each card to tell them apart. */}
      <ul
        inert
        aria-hidden="true"
        className="mx-auto mt-10 grid max-w-sm grid-cols-1 items-start md:max-w-none md:grid-cols-3 md:gap-8"
      >
        {OTHERS.map((person) => (
          <li key={person.username} className="min-w-0 [zoom:.9] max-md:not-first:-mt-32">
            <ProfileCard profile={person} lazy />
          </li>
        ))}
      </ul>
    </section>
  )
}
