// /contact: the support address and when to expect an answer (specification section 2).
import IconMail from "~icons/mail"
import { SUPPORT_REPLY_HOURS } from "../../domain/limits.ts"
import { useSite } from "../layout/site.ts"
import { documentMeta } from "./document-meta.ts"
import { InlineLink, TextPage } from "./text-page.tsx"

export const meta = documentMeta("/contact", "Contact", "Questions, ideas or a problem with your card? Write to us.")

export default function Contact() {
  const { support_email } = useSite()
  return (
    <TextPage title="Contact" intro="Questions, ideas, or a card that isn’t working? A person reads every message.">
      <section className="rounded-2xl border border-line bg-sheet p-6 shadow-card sm:p-8">
        <span className="flex size-12 items-center justify-center rounded-2xl bg-tint text-accent">
          <IconMail size={24} aria-hidden="true" />
        </span>
        <h2 className="mt-5 font-serif text-xl font-semibold text-ink">Email Us</h2>
        <p className="mt-2">
          <a
            href={`mailto:${support_email}`}
            className="text-lg font-medium text-accent underline decoration-1 underline-offset-4"
          >
            {support_email}
          </a>
        </p>
        <p className="mt-3 text-ink-soft">
          Replies typically come within {SUPPORT_REPLY_HOURS} hours on business days.
        </p>
      </section>
      <p className="text-ink-soft">
        Your question may already be answered in the <InlineLink href="/faq">FAQ</InlineLink>. To report a profile that
        breaks the rules, see the <InlineLink href="/acceptable-use">Acceptable Use Policy</InlineLink>.
      </p>
    </TextPage>
  )
}
