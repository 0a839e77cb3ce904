// /terms: the terms of service; the effective date shown is today's (specification section 2).
import { MINIMUM_AGE_YEARS, REACTIVATION_WINDOW_DAYS } from "../../../domain/limits.ts"
import { useSite } from "../../layout/site.ts"
import { documentMeta } from "../document-meta.ts"
import { Clause, InlineLink, PolicyPage, Section, SupportEmail } from "../text-page.tsx"

export const meta = documentMeta("/terms", "Terms of Service", "The agreement between you and us, in plain words.")

export default function Terms() {
  const { name, sign_in, today } = useSite()
  return (
    <PolicyPage
      title="Terms of Service"
      effective={today}
      intro={`By creating an account or using ${name} you agree to these terms. Please read them; they are short.`}
    >
      <Section title="Accounts">
        <ul>
          <li>
            You must be at least {MINIMUM_AGE_YEARS} years old to use {name}.
          </li>
          <li>
            Keep your account secure:{" "}
            {sign_in.includes("password")
              ? "choose a strong password and do not share it."
              : "do not let anyone else sign in to it."}
          </li>
          <li>Give accurate information, and keep it up to date.</li>
          <li>
            You are responsible for what happens under your account. Tell us if you think someone else is using it.
          </li>
        </ul>
      </Section>
      <Clause title="Public Profiles">
        Your profile is public. Anyone can see it, save it and pass it on. You decide what it contains, and you confirm
        that you may publish it.
      </Clause>
      <Clause title="NFC Card Use">
        You can link a physical card to one profile by tapping the card while you are signed in. Anyone who taps it is
        taken to that profile. We log the time and the basic location (city and state) of taps for analytics and
        support. If a card is lost or stolen, report it lost in your settings.
      </Clause>
      <Clause title="Prohibited Use">
        You may not use {name} to break the law, to deceive or harass others, to pretend to be someone you are not, to
        spread malicious software or spam, or to disrupt the service. The{" "}
        <InlineLink href="/acceptable-use">Acceptable Use Policy</InlineLink> has the details and is part of these
        terms.
      </Clause>
      <Clause title="Intellectual Property">
        What you publish stays yours. You give us the permission we need to store it and to show it to your visitors,
        for as long as it is on your profile. The name, design and software of {name} belong to their owners.
      </Clause>
      <Clause title="Termination">
        You can deactivate your account at any time in the <InlineLink href="/settings">settings</InlineLink>. You can
        reactivate it within {REACTIVATION_WINDOW_DAYS}&nbsp;days; after that, it is permanently deleted. We may suspend
        or end accounts that break these terms.
      </Clause>
      <Clause title="Disclaimers">
        The service is provided as is, without warranties of any kind. We work hard to keep it available and correct,
        but we cannot promise that it always will be, and we do not review profiles before they are published.
      </Clause>
      <Clause title="Limitation of Liability">
        As far as the law allows, we are not liable for indirect or consequential damages, or for lost profits, data or
        opportunities that arise from using {name} or from not being able to use it.
      </Clause>
      <Clause title="Changes">
        We may change these terms. When a change matters, we give notice by email or on this site. If you keep using{" "}
        {name} afterward, you accept the new terms.
      </Clause>
      <Clause title="Contact">
        Questions about these terms? Write to <SupportEmail />.
      </Clause>
    </PolicyPage>
  )
}
