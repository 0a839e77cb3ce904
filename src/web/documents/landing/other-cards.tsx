// How different cards can be: other people's, side by side.
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
      <ul
        inert
        aria-hidden="true"
        className="no-scrollbar -mx-5 mt-10 flex gap-5 overflow-x-auto px-5 pb-8 sm:-mx-6 sm:px-6 md:grid md:grid-cols-3 md:gap-8"
      >
        {OTHERS.map((person) => (
          <li key={person.username} className="w-64 shrink-0 [zoom:.9] md:w-auto">
            <ProfileCard profile={person} />
          </li>
        ))}
      </ul>
    </section>
  )
}
