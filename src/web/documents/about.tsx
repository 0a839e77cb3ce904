// /about: mission, story and values (specification section 2).
import { useSite } from "../layout/site.ts"
import { buttonStyle } from "../ui/button-style.ts"
import { documentMeta } from "./document-meta.ts"
import { Section, TextPage } from "./text-page.tsx"

export const meta = documentMeta(
  "/about",
  "About",
  "Why we build digital business cards: our mission, our story and our values.",
)

const VALUES = [
  [
    "User-centered design",
    "Every screen starts with the person holding the phone. If something needs explaining, we change it.",
  ],
  [
    "Privacy and data security",
    "We keep only what your card needs, we never sell your data, and we protect what you entrust to us.",
  ],
  [
    "Continuous innovation",
    "Links, QR codes, NFC: the way we exchange contacts keeps changing, and we change with it.",
  ],
  [
    "Inclusivity and accessibility",
    "A card works for everyone: any phone, any name, any language, with or without a mouse, with or without sight.",
  ],
  ["Transparency", "Plain language, public policies, and no surprises about what happens to your information."],
] as const

export default function About() {
  const { name } = useSite()
  return (
    <TextPage
      title={`About ${name}`}
      intro="A business card is a small promise: here's who I am and how to find me again. We make it last longer than paper."
    >
      <Section title="Our Mission">
        <p>
          We help people connect, share who they are, and turn a short meeting into a lasting relationship. One page,
          one tap or one scan should be enough to hand over everything that matters, and to keep it up to date without
          ever printing a new card.
        </p>
      </Section>
      <Section title="Our Story">
        <p>
          In Japan a business card, a <i lang="ja-Latn">meishi</i>, is handed over with two hands, read with care and
          kept. We liked that moment, but not what comes after it: cards lost in drawers, numbers copied with a wrong
          digit, titles that stopped being true a year ago.
        </p>
        <p>
          So we built a card that lives at its own web address. It opens on any phone, people save it to their contacts
          in one tap, and when your life changes, so does your card.
        </p>
      </Section>
      <Section title="Our Values">
        <dl className="mt-1">
          {VALUES.map(([title, text]) => (
            <div key={title} className="grid-cols-[12rem_1fr] gap-x-8 border-t border-line py-4 sm:grid">
              <dt className="font-semibold text-ink">{title}</dt>
              <dd className="text-pretty text-ink-soft max-sm:mt-1">{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <a href="/signup" className={buttonStyle({ size: "lg", wide: true }, "self-start")}>
        Create your card
      </a>
    </TextPage>
  )
}
