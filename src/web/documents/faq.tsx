// /faq: three questions, one open at a time, without scripts (specification section 2).
import type { ReactNode } from "react"
import IconChevronDown from "~icons/chevron-down"
import { documentMeta } from "./document-meta.ts"
import { InlineLink, TextPage } from "./text-page.tsx"

export const meta = documentMeta("/faq", "FAQ", "How to activate a card, whether you need one, and how it works.")

const QUESTIONS: [question: string, answer: ReactNode][] = [
  [
    "How do I activate my card?",
    <>
      Log into your profile on your phone, then tap the card on the back of the phone. The card opens a link, and within
      seconds the card is linked to your profile. If you don't have a profile yet,{" "}
      <InlineLink href="/signup">create one here</InlineLink> first.
    </>,
  ],
  [
    "Can I create a profile without a card?",
    <>
      Yes, it's free. Your profile has its own link and QR code, so you can share it without a physical card, and add a
      card whenever you like.
    </>,
  ],
  [
    "How does the card work?",
    <>
      Tap it on any iPhone or Android phone: no app is needed. The recipient goes to your profile page and can tap Save
      Contact to keep your details in their address book.
    </>,
  ],
]

export default function Faq() {
  return (
    <TextPage title="Frequently Asked Questions" intro="Quick answers about cards and profiles.">
      <div className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-sheet shadow-card">
        {QUESTIONS.map(([question, answer]) => (
          <details key={question} name="faq" className="group">
            <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 px-5 py-4 font-semibold text-balance text-ink hover:bg-well sm:px-6 [&::-webkit-details-marker]:hidden">
              {question}
              <IconChevronDown
                size={22}
                aria-hidden="true"
                className="shrink-0 text-ink-soft transition-transform duration-200 group-open:rotate-180"
              />
            </summary>
            <p className="px-5 pt-2 pb-6 text-ink-soft sm:px-6">{answer}</p>
          </details>
        ))}
      </div>
      <p className="text-ink-soft">
        Something else? <InlineLink href="/contact">Write to us</InlineLink>.
      </p>
    </TextPage>
  )
}
