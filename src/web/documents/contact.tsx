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
    <TextPage title="Contact" intro="Questions, ideas, or a card that isn't working? A person reads every message.">
      <section className="flex flex-col gap-x-4 gap-y-5 rounded-2xl border border-line bg-sheet p-5 shadow-card sm:flex-row sm:p-8">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-2xl bg-tint text-accent">
          <IconMail size={24} aria-hidden="true" />
        </span>
        <div className="min-w-0">
          <h2 className="font-serif text-xl font-semibold text-ink">Email Us</h2>
          <p className="mt-2 text-lg">
            <InlineLink href={`mailto:${support_email}`}>{support_email}</InlineLink>
          </p>
          <p className="mt-3 text-ink-soft">
            Replies typically come within <span className="whitespace-nowrap">{SUPPORT_REPLY_HOURS} hours</span> on
            business days.
          </p>
        </div>
      </section>
      <p className="text-ink-soft">
        Your question may already be answered in the <InlineLink href="/faq">FAQ</InlineLink>. To report a profile that
        breaks the rules, see the <InlineLink href="/acceptable-use">Acceptable Use Policy</InlineLink>.
      </p>
    </TextPage>
  )
}
